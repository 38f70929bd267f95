import type { EmbeddingProfile } from '@loci/embeddings'
import type { JobKind, JobPayload } from '@loci/contract'
import type { JobContext } from '@loci/scheduler'
import type { Store } from '@loci/store'
import type { Config } from '../config.ts'
import type { Context, WriteContext } from '../context.ts'

export interface JobRuntime {
  store: Store
  config: Config
  profile: EmbeddingProfile | null
  /** Whether whoever asks this service is the local administrator, whose files it may read. */
  isLocal: boolean
  /** Runs work in one transaction with one change set, whose index follows. */
  write: <T>(work: (context: WriteContext) => Promise<T>) => Promise<T>
}

export interface JobDefinition<K extends JobKind> {
  /** Checks a payload that is submitted and gives the one to queue; a refusal queues nothing. */
  admit(context: Context, payload: JobPayload<K>): Promise<JobPayload<K>>
  /** Whether it changes the palace with this payload; what its kind says unless told. */
  writesPalace?(payload: JobPayload<K>): boolean
  /** Does the work and gives the result. May be run again from any resume point. */
  run(job: JobContext<JobPayload<K>>, runtime: JobRuntime): Promise<Record<string, unknown>>
}

import type { JobProgress } from './job.ts'
import type { Input, Output } from './operation.ts'
import type { OperationName, Operations } from './operations.ts'

/** What whoever calls may want besides the answer. */
export interface CallOptions {
  /** Hears how far the job is that an operation waits for. */
  onProgress?: ((progress: JobProgress) => void) | undefined
  /** Ends such a wait at once; the job goes on. */
  signal?: AbortSignal | undefined
}

/** What every door calls: an operation by its name. In process or over HTTP, it is the same. */
export type Caller = <K extends OperationName>(
  name: K,
  input: Input<Operations[K]>,
  options?: CallOptions,
) => Promise<Output<Operations[K]>>

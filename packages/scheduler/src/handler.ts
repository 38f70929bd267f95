import type { Transaction } from '@loci/store'
import type { StopRequest } from './claim.ts'
import type { JobProgress, JobRow } from './job-row.ts'

/** Why a handler should stop at its next item: it was asked to, or the process goes. */
export type StopReason = StopRequest | 'drain'

/** What a handler gets. Its writes throw `LeaseLost` once the job is another worker's. */
export interface JobContext<Payload = Record<string, unknown>> {
  job: JobRow
  payload: Payload
  /** Where the run before came to; null in the first. */
  resumePoint: Record<string, unknown> | null
  /** Aborted when the lease is lost, the run took too long, or the process cannot wait any longer. */
  signal: AbortSignal
  /** Says how far it is, in a statement of its own. */
  progress: (current: number, total?: number | null, message?: string) => Promise<void>
  /** Moves the resume point, and the progress when given, in the caller's transaction: both or nothing. */
  checkpoint: (tx: Transaction, resumePoint: Record<string, unknown>, progress?: JobProgress) => Promise<void>
  /** To be asked between items. */
  shouldStop: () => StopReason | undefined
  /** Ends the run at the last checkpoint: paused, cancelled or queued, as was asked. */
  stopHere: () => never
}

/**
 * Does one kind of job. It runs at least once: what it did after its last checkpoint it may do again. What it returns
 * is the job's result. A PalaceError that is not retryable fails the job, every other error tries it again later.
 */
export interface JobHandler<Payload = Record<string, unknown>> {
  run(context: JobContext<Payload>): Promise<Record<string, unknown> | null>
  /** Seconds one run may take; without it there is no limit. */
  wallSeconds?: number | undefined
}

/** Where workers write what whoever runs the server should know; pino's logger is one. */
export interface Log {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

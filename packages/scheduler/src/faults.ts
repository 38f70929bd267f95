import { errorCodes, isPalaceError, PalaceError, toPalaceError } from '@loci/contract'
import type { JobFault } from './job-row.ts'

/** The job is no longer this worker's: whatever the handler was about to write must not be written. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
  constructor() {
    super('the job is no longer in the hands of this worker')
  }
}

/** The handler stops where it is, as it was asked. */
export class JobInterrupted extends Error {
  override readonly name = 'JobInterrupted'
  constructor() {
    super('the job was asked to stop')
  }
}

/** The run took longer than its kind may. */
export class RunOverran extends Error {
  override readonly name = 'RunOverran'
  constructor(seconds: number) {
    super(`the job ran longer than the ${seconds} s that its kind may take at once`)
  }
}

/** Whether the same job may succeed later: for what is unavailable or unknown, but for no fault in what was asked. */
export function mayPass(error: unknown): boolean {
  if (error instanceof RunOverran) return false
  return !isPalaceError(error) || errorCodes[error.code].retryable
}

/** What a job keeps of the error that ended its run: nothing of our insides. */
export function toJobFault(error: unknown): JobFault {
  const overran = error instanceof RunOverran
  const { code, message, help } = overran ? new PalaceError('job.overran', error.message) : toPalaceError(error)
  return { code, message, help }
}

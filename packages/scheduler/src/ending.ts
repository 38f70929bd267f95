import { setTimeout as sleep } from 'node:timers/promises'
import { isPalaceError } from '@loci/contract'
import type { Db, Store } from '@loci/store'
import { backoffMilliseconds } from './backoff.ts'
import type { Claim } from './claim.ts'
import { failJob, releaseJob, type RunEnd } from './end-job.ts'
import { JobInterrupted, mayPass, toJobFault } from './faults.ts'
import type { Log } from './handler.ts'
import type { JobRow, JobStatus } from './job-row.ts'

/** The one write that ends a run. */
export type Ending = (db: Db, claim: Claim) => RunEnd

export interface EndingOptions {
  job: JobRow
  log: Log
  /** 0 to 1, by chance. */
  random: () => number
}

/** How a run ends that ended with an error: given back, tried again later, or failed. */
export function endingOf(error: unknown, { job, log, random }: EndingOptions): Ending {
  if (error instanceof JobInterrupted) return (db, claim) => releaseJob(db, claim)
  const fault = toJobFault(error)
  const about = { job: job.id, kind: job.kind, attempt: job.attempt, err: error }
  if (!mayPass(error) || job.attempt >= job.maxAttempts) {
    log.error(about, 'job failed')
    return (db, claim) => failJob(db, claim, fault)
  }
  const delayMilliseconds = backoffMilliseconds(job.attempt, random())
  log.warn({ ...about, delayMilliseconds }, 'job will be tried again')
  return (db, claim) => releaseJob(db, claim, { fault, delayMilliseconds })
}

export interface SettleOptions {
  store: Store
  claim: Claim
  log: Log
  /** Whether the lease may have run out, or was given up. */
  expired: () => boolean
}

const pause = 200

/** Writes an ending, again while the database is away and the lease lasts. Gives the new state; undefined without. */
export async function settle(ending: Ending, options: SettleOptions): Promise<JobStatus | undefined> {
  const { store, claim, log, expired } = options
  for (;;) {
    try {
      return await store.read((db) => ending(db, claim))
    } catch (error) {
      if (!isPalaceError(error)) {
        log.error({ job: claim.id, err: error }, 'what the job gave back cannot be stored')
        return store.read((db) => failJob(db, claim, toJobFault(error))).catch(() => undefined)
      }
      if (expired()) return undefined
      await sleep(pause)
    }
  }
}

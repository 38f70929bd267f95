import type { Db, Store } from '@loci/store'
import { type Advance, advanceJob } from './advance-job.ts'
import { type Asked, toClaim } from './claim.ts'
import { completeJob } from './end-job.ts'
import { type Ending, endingOf, settle } from './ending.ts'
import { JobInterrupted, LeaseLost, RunOverran } from './faults.ts'
import type { JobContext, JobHandler, Log } from './handler.ts'
import type { JobRow } from './job-row.ts'
import { createRate } from './rate.ts'
import { keepLease } from './lease-keeper.ts'

/** One run of a claimed job. */
export interface Run {
  job: JobRow
  lease: string
  /** Resolves, and never rejects, when the job is out of this worker's hands. */
  ended: Promise<void>
  /** Whether its slot will be free soon: it is being written off, or was asked to stop. */
  leaving(): boolean
  /** Takes what the database says of it; undefined when the lease is lost. */
  saw(asked: Asked | undefined): void
  /** Asks the handler to stop at its next item, for the process goes. */
  drain(): void
  /** Aborts the handler that did not stop when it was asked. */
  abort(): void
  /** Leaves the job to its lease: nothing more is written. */
  leave(): void
}

export interface RunOptions {
  store: Store
  job: JobRow
  handler: JobHandler
  log: Log
  leaseSeconds: number
  /** When the claim was sent, by `performance.now()`. */
  claimedAt: number
  random: () => number
}

/** Runs the handler on a job that was just claimed, and writes how it ended. */
export function startRun({ store, job, handler, log, leaseSeconds, claimedAt, random }: RunOptions): Run {
  const claim = toClaim(job)
  const controller = new AbortController()
  const { signal } = controller
  let requested: Asked['requested'] = null
  let draining = false
  let lost = false
  let settling = false

  const lose = () => {
    lost = true
    controller.abort(new LeaseLost())
  }
  const saw = (asked: Asked | undefined) => {
    if (asked) requested = asked.requested
    // its own last write takes the lease away as well
    else if (!settling) lose()
  }
  const keeper = keepLease({ store, claim, leaseSeconds, claimedAt, saw })

  const rate = createRate()
  async function advance(db: Db, { resumePoint, progress }: Advance): Promise<void> {
    const step = { resumePoint, progress: progress && { ...progress, rate: rate(progress.current) } }
    const asked = lost ? undefined : await advanceJob(db, claim, step)
    saw(asked)
    if (!asked) throw new LeaseLost()
  }

  const context: JobContext = {
    job,
    payload: job.payload,
    resumePoint: job.resumePoint,
    signal,
    progress: (current, total = null, message = '') =>
      store.read((db) => advance(db, { progress: { current, total, message } })),
    checkpoint: (tx, resumePoint, progress) => advance(tx, { resumePoint, progress }),
    shouldStop: () => requested ?? (draining ? 'drain' : undefined),
    stopHere() {
      throw new JobInterrupted()
    },
  }

  async function run(): Promise<Ending | undefined> {
    const limit = wall(handler.wallSeconds, controller)
    try {
      const result = await Promise.race([handler.run(context), cutOff(signal)])
      return (db) => completeJob(db, claim, result)
    } catch (error) {
      if (lost || error instanceof LeaseLost) return undefined
      // an abort shows as whatever the handler makes of it
      return endingOf(signal.aborted ? signal.reason : error, { job, log, random })
    } finally {
      clearTimeout(limit)
    }
  }

  async function live(): Promise<void> {
    const ending = await run()
    settling = true
    const expired = () => lost || keeper.expired()
    const status = ending && !lost ? await settle(ending, { store, claim, log, expired }) : undefined
    keeper.stop()
    const about = { job: job.id, kind: job.kind, status }
    if (status === undefined) log.warn(about, 'job left to its lease, or to the worker that has it now')
    else log.info(about, 'job left its worker')
    // a handler that was cut off must not go on unaware
    lose()
  }

  return {
    job,
    lease: claim.lease,
    ended: live(),
    leaving: () => settling || requested !== null,
    saw,
    drain: () => {
      draining = true
    },
    abort: () => controller.abort(new JobInterrupted()),
    leave: () => {
      keeper.stop()
      lose()
    },
  }
}

function wall(seconds: number | undefined, controller: AbortController): NodeJS.Timeout | undefined {
  if (seconds === undefined) return undefined
  return setTimeout(() => controller.abort(new RunOverran(seconds)), seconds * 1000)
}

/** Rejects when a run is over whatever its handler does: the lease is lost, or the time is up. */
function cutOff(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      const reason: unknown = signal.reason
      if (reason instanceof LeaseLost || reason instanceof RunOverran) reject(reason)
    })
  })
}

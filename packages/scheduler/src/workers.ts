import type { Store } from '@loci/store'
import { askToYield } from './ask-to-yield.ts'
import { createBell } from './bell.ts'
import { claimJobs } from './claim-jobs.ts'
import { jobsChannel } from './enqueue.ts'
import type { JobHandler, Log } from './handler.ts'
import type { JobAddress, JobRow } from './job-row.ts'
import { priorities } from './priorities.ts'
import { recoverJobs } from './recover-jobs.ts'
import { type Run, startRun } from './run.ts'
import { waitForJob, type WaitOptions } from './wait-for-job.ts'
import { watchJobs } from './watch-jobs.ts'
import { within } from './within.ts'

export interface WorkersOptions {
  store: Store
  /** What they do, by kind; jobs of other kinds are left to other workers. */
  handlers: Record<string, JobHandler>
  log: Log
  /** Jobs at once; 4 unless told. Background jobs leave one of them free. */
  concurrency?: number | undefined
  /** The longest time until a job, or what was asked of one, is noticed without a wake; 250 unless told. */
  pollMilliseconds?: number | undefined
  /** How long a job stays with a worker that is not heard of; 15 unless told. */
  leaseSeconds?: number | undefined
  /** Hears notifications, on a database that has them; shaped as `listen` of postgres.js. */
  listen?: ((channel: string, onNotify: () => void) => Promise<{ unlisten(): Promise<void> }>) | undefined
  /** 0 to 1, by chance. */
  random?: (() => number) | undefined
}

export interface Workers {
  start(): void
  /** Looks at the jobs now: for whoever has just changed one in this process. */
  wake(): void
  /**
   * Takes no more jobs and asks the running ones to stop; they go back to the queue at their resume point. What has not
   * stopped in time is aborted, and left to its lease when it does not even notice that.
   */
  drain(timeoutSeconds: number): Promise<void>
  /** Works until a job is settled, or the workers close, and gives it as it is then. `job.not_found`. */
  runUntil(address: JobAddress, onProgress?: WaitOptions['onProgress']): Promise<JobRow>
  /** Drains without waiting. */
  close(): Promise<void>
}

const abortGraceMilliseconds = 1000
const recoveryBatch = 100

/** Workers of this process on the jobs of every palace of the store. Any number of processes may have them. */
export function createWorkers(options: WorkersOptions): Workers {
  const { store, handlers, log, concurrency = 4, pollMilliseconds = 250, leaseSeconds = 15 } = options
  const kinds = Object.keys(handlers)
  const backgroundSlots = Math.max(1, concurrency - 1)
  const runs = new Map<string, Run>()
  const bell = createBell()
  const closed = new AbortController()
  let draining: Promise<void> | undefined
  let working: Promise<void> | undefined
  let round: Promise<void> = Promise.resolve()
  let away = false
  let nextLook = 0
  let nextRecovery = 0

  async function work(): Promise<void> {
    const listening = options.listen?.(jobsChannel, wake).catch((error: unknown) => {
      log.warn({ err: error }, 'no notifications from the database: jobs are found by polling alone')
    })
    while (!closed.signal.aborted) {
      round = oneRound()
      await round
      await bell.wait(pollMilliseconds)
    }
    await (await listening)?.unlisten().catch(() => {})
  }

  async function oneRound(): Promise<void> {
    try {
      const now = performance.now()
      if (now >= nextRecovery) {
        nextRecovery = now + (leaseSeconds * 1000) / 3
        await recover()
      }
      await fill()
      if (now >= nextLook) {
        nextLook = now + pollMilliseconds * 0.9
        await watch()
        await makeRoom()
      }
      if (away) log.info({}, 'the database is back')
      away = false
    } catch (error) {
      if (!away) log.warn({ err: error }, 'workers cannot reach the jobs')
      away = true
    }
  }

  async function recover(): Promise<void> {
    const recovered = await store.read((db) => recoverJobs(db, { limit: recoveryBatch }))
    for (const { id, kind, status, recoveries } of recovered)
      log.warn({ job: id, kind, status, recoveries }, 'job taken from a worker that died')
  }

  async function fill(): Promise<void> {
    for (;;) {
      const free = concurrency - runs.size
      if (draining || free <= 0) return
      const background = backgroundSlots - [...runs.values()].filter(({ job }) => isBackground(job)).length
      const limit = background > 0 ? Math.min(free, background) : free
      const lowest = background > 0 ? priorities.background : priorities.background + 1
      const claimedAt = performance.now()
      const claimed = await store.read((db) => claimJobs(db, { kinds, lowest, limit, leaseSeconds }))
      for (const job of claimed) begin(job, claimedAt)
      if (claimed.length < limit) return
    }
  }

  function begin(job: JobRow, claimedAt: number): void {
    const handler = handlers[job.kind]
    if (!handler) throw new Error(`claimed a job of a kind without handler: ${job.kind}`)
    const random = options.random ?? Math.random
    const run = startRun({ store, job, handler, log, leaseSeconds, claimedAt, random })
    runs.set(run.lease, run)
    if (draining) run.drain()
    void run.ended.then(() => {
      runs.delete(run.lease)
      bell.ring()
    })
  }

  async function watch(): Promise<void> {
    const leases = [...runs.keys()]
    if (leases.length === 0) return
    const asked = await store.read((db) => watchJobs(db, leases))
    for (const lease of leases) runs.get(lease)?.saw(asked.get(lease))
  }

  async function makeRoom(): Promise<void> {
    if (draining || runs.size < concurrency) return
    const leases = [...runs.keys()]
    const leaving = [...runs.values()].filter((run) => run.leaving()).length
    const lease = await store.read((db) => askToYield(db, { leases, leaving, kinds }))
    if (lease !== undefined) runs.get(lease)?.saw({ requested: 'yield' })
  }

  async function allEnded(): Promise<void> {
    // one that is being claimed now is asked to stop as it begins
    await round
    await Promise.all([...runs.values()].map(({ ended }) => ended))
  }

  async function drainRuns(timeoutSeconds: number): Promise<void> {
    for (const run of runs.values()) run.drain()
    await within(allEnded(), timeoutSeconds * 1000)
    for (const run of runs.values()) run.abort()
    await within(allEnded(), abortGraceMilliseconds)
    for (const run of runs.values()) run.leave()
    closed.abort()
    bell.ring()
    // a database that is away may hold the last round up
    await within(working ?? Promise.resolve(), abortGraceMilliseconds)
  }

  function start(): void {
    if (!draining) working ??= work()
  }

  function wake(): void {
    nextLook = 0
    bell.ring()
  }

  function drain(timeoutSeconds: number): Promise<void> {
    draining ??= Promise.resolve().then(() => drainRuns(timeoutSeconds))
    return draining
  }

  return {
    start,
    wake,
    drain,
    runUntil(address, onProgress) {
      start()
      wake()
      return waitForJob(store, address, { onProgress, signal: closed.signal })
    },
    close: () => drain(0),
  }
}

const isBackground = ({ priority }: JobRow) => priority <= priorities.background

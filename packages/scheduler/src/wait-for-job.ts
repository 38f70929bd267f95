import { setTimeout as sleep } from 'node:timers/promises'
import { type Db, rows, type Store, tables } from '@loci/store'
import { sql } from 'drizzle-orm'
import type { JobAddress, JobRow } from './job-row.ts'
import { getJob } from './list-jobs.ts'
import { isSettled } from './transitions.ts'

export type JobState = Pick<JobRow, 'status' | 'progress'>

export interface WaitOptions {
  /** Without it, as long as it takes. */
  timeoutSeconds?: number | undefined
  /** Ends the wait at once. */
  signal?: AbortSignal | undefined
  /** Hears of every state and progress that is seen, the first one too. */
  onProgress?: ((state: JobState) => void) | undefined
}

const firstPause = 10
const longestPause = 250

/**
 * The job once it is neither queued nor running, or as it is when the time is up.
 * `job.not_found` when this palace has no such.
 */
export async function waitForJob(
  store: Store,
  address: JobAddress,
  { timeoutSeconds = Infinity, signal, onProgress }: WaitOptions = {},
): Promise<JobRow> {
  const deadline = performance.now() + timeoutSeconds * 1000
  let seen = ''
  for (let pause = firstPause; ; pause = Math.min(pause * 2, longestPause)) {
    const state = await store.read((db) => readState(db, address))
    const left = deadline - performance.now()
    if (state && JSON.stringify(state) !== seen) {
      seen = JSON.stringify(state)
      onProgress?.(state)
    }
    if (!state || isSettled(state) || left <= 0 || signal?.aborted) return store.read((db) => getJob(db, address))
    await sleep(Math.min(pause, left), undefined, signal && { signal }).catch(() => {})
  }
}

// without the payload, which may be large
async function readState(db: Db, { palaceId, id }: JobAddress): Promise<JobState | undefined> {
  const [state] = await rows<JobState>(
    db,
    sql`select status, progress from ${tables.jobs} where palace_id = ${palaceId} and id = ${id}`,
  )
  return state
}

import { newId, rows, type Store, tables } from '@loci/store'
import { sql, type SQL } from 'drizzle-orm'
import { enqueue, type JobSubmission } from './enqueue.ts'
import type { JobHandler, Log } from './handler.ts'
import type { JobAddress, JobRow } from './job-row.ts'
import { getJob } from './list-jobs.ts'
import { createWorkers, type WorkersOptions } from './workers.ts'

export const silent: Log = { info: () => {}, warn: () => {}, error: () => {} }

export async function createPalace(store: Store): Promise<string> {
  const id = newId()
  await store.db.insert(tables.palaces).values({ id, name: id })
  return id
}

/** A job of a kind of its own, so that no worker but the test's takes it. */
export async function submit(store: Store, job: Partial<JobSubmission> = {}): Promise<JobRow> {
  const palaceId = job.palaceId ?? (await createPalace(store))
  const submission = { kind: `kind ${newId()}`, payload: {}, writesPalace: false, createdBy: 'test', ...job, palaceId }
  return (await store.transaction((tx) => enqueue(tx, submission))).job
}

export const read = (store: Store, job: JobAddress): Promise<JobRow> => store.read((db) => getJob(db, job))

/** Changes a job behind everyone's back. */
export async function tamper(store: Store, { palaceId, id }: JobAddress, set: SQL): Promise<void> {
  await rows(store.db, sql`update ${tables.jobs} set ${set} where palace_id = ${palaceId} and id = ${id}`)
}

export function startWorkers(
  store: Store,
  handlers: Record<string, JobHandler>,
  options: Partial<WorkersOptions> = {},
): ReturnType<typeof createWorkers> {
  const workers = createWorkers({ store, handlers, log: silent, pollMilliseconds: 20, ...options })
  workers.start()
  return workers
}

/** Something that a test waits for and a handler brings about. */
export function createGate(): { open: () => void; passed: Promise<void> } {
  let open = () => {}
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, passed }
}

/** Does `items` items, a checkpoint each, and stops when asked. */
export function itemHandler(
  store: Store,
  { items = Infinity, onItem }: { items?: number; onItem?: (item: number) => void | Promise<void> } = {},
): JobHandler {
  return {
    async run({ resumePoint, checkpoint, shouldStop, stopHere }) {
      for (let item = Number(resumePoint?.['next'] ?? 0); item < items; item++) {
        if (shouldStop()) stopHere()
        await onItem?.(item)
        const progress = { current: item + 1, total: null, message: '' }
        await store.transaction((tx) => checkpoint(tx, { next: item + 1 }, progress))
      }
      return { items }
    },
  }
}

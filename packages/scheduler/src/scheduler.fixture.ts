import { newId, rows, type Store, tables } from '@loci/store'
import { sql, type SQL } from 'drizzle-orm'
import { onTestFinished } from 'vitest'
import { enqueue, type JobSubmission } from './enqueue.ts'
import type { JobContext, JobHandler } from './handler.ts'
import { silent } from './item-handler.fixture.ts'
import type { JobAddress, JobRow } from './job-row.ts'
import { getJob } from './list-jobs.ts'
import { createWorkers, type Workers, type WorkersOptions } from './workers.ts'

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

/** Workers until the test ends. */
export function startWorkers(
  store: Store,
  handlers: Record<string, JobHandler>,
  options: Partial<WorkersOptions> = {},
): Workers {
  const workers = createWorkers({ store, handlers, log: silent, pollMilliseconds: 20, ...options })
  workers.start()
  onTestFinished(() => workers.close())
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

/** The patience of `expect.poll` that a busy machine needs. */
export const patience = { timeout: 20_000, interval: 10 }

/** A handler of nothing but its run, unless told. */
export const job = (
  run: (context: JobContext) => Promise<Record<string, unknown> | null>,
  more: Partial<JobHandler> = {},
) => ({
  run,
  ...more,
})

/** Until the signal says that the run is over: a handler that never looks whether it should stop. */
export const forever = ({ signal }: JobContext) =>
  new Promise<null>((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))

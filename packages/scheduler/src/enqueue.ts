import { PalaceError } from '@loci/contract'
import { type Db, rows, tables } from '@loci/store'
import { sql } from 'drizzle-orm'
import { insertJob, type NewJob } from './insert-job.ts'
import { type JobRow, jobRows } from './job-row.ts'
import { jsonb } from './json.ts'
import { lockPalaceWriters } from './palace-writers.ts'
import { schedulePrefix } from './schedules.ts'

/** The channel that tells of due jobs, on a Postgres whose notify reaches its clients. */
export const jobsChannel = 'loci_jobs'

export interface JobSubmission extends NewJob {
  /** The same key gives the first job. */
  idempotencyKey?: string | undefined
}

/**
 * Queues a job in the caller's transaction: it exists when that commits, not before. With a key that the palace has had
 * it gives that job; `job.key_reused` when that one was of another kind or payload.
 */
export async function enqueue(db: Db, job: JobSubmission): Promise<{ job: JobRow; created: boolean }> {
  const key = job.idempotencyKey ?? null
  if (key?.startsWith(schedulePrefix))
    throw new PalaceError('input.invalid', `idempotency_key: must not begin with ${schedulePrefix}`)
  if (job.writesPalace) await lockPalaceWriters(db, job.palaceId)
  for (;;) {
    const row = await insertJob(db, job, key)
    if (row) {
      if (job.runAt === undefined) await notifyWorkers(db)
      return { job: row, created: true }
    }
    const first = await findByKey(db, job, key)
    if (first) return { job: first, created: false }
    // it was removed between the two statements
  }
}

async function findByKey(db: Db, job: JobSubmission, key: string | null): Promise<JobRow | undefined> {
  const [first] = await jobRows(
    db,
    sql`select * from ${tables.jobs} where palace_id = ${job.palaceId} and idempotency_key = ${key}`,
  )
  if (!first) return undefined
  if (first.kind === job.kind && (await isPayload(db, first, job.payload))) return first
  throw new PalaceError('job.key_reused', `the idempotency key belongs to another job: ${first.id}`, {
    details: { job_id: first.id, kind: first.kind },
  })
}

// by the database, to which the order of keys is no difference
async function isPayload(db: Db, { palaceId, id }: JobRow, payload: Record<string, unknown>): Promise<boolean> {
  const same = await rows(
    db,
    sql`select 1 from ${tables.jobs} where palace_id = ${palaceId} and id = ${id} and payload = ${jsonb(payload)}`,
  )
  return same.length > 0
}

async function notifyWorkers(db: Db): Promise<void> {
  await rows(db, sql`select pg_notify(${jobsChannel}, '')`)
}

import { type Db, newId, tables } from '@loci/store'
import { sql } from 'drizzle-orm'
import { type JobRow, jobRows } from './job-row.ts'
import { jsonb } from './json.ts'
import { priorities } from './priorities.ts'

export interface NewJob {
  palaceId: string
  kind: string
  payload: Record<string, unknown>
  /** 0 to 100; 50 unless told. */
  priority?: number | undefined
  /** Whether it changes the palace: wings and rooms are not deleted until it has ended. */
  writesPalace: boolean
  createdBy: string
  /** Not before this time; at once unless told. */
  runAt?: Date | undefined
  /** Runs that may end in a fault that may pass; 3 unless told. */
  maxAttempts?: number | undefined
}

/** The new job; undefined when the palace has one with this key. */
export async function insertJob(db: Db, job: NewJob, idempotencyKey: string | null): Promise<JobRow | undefined> {
  // cut, as the column rounds: a job due now must not be due half a millisecond from now
  const now = sql`date_trunc('milliseconds', now())`
  const runAt = job.runAt === undefined ? now : sql`${job.runAt.toISOString()}::timestamptz`
  const [row] = await jobRows(
    db,
    sql`
      insert into ${tables.jobs} (
        palace_id, id, kind, payload, priority, writes_palace, created_by, run_at, max_attempts, idempotency_key)
      values (
        ${job.palaceId}, ${newId()}, ${job.kind}, ${jsonb(job.payload)}, ${job.priority ?? priorities.normal},
        ${job.writesPalace}, ${job.createdBy}, ${runAt}, ${job.maxAttempts ?? 3}, ${idempotencyKey})
      on conflict (palace_id, idempotency_key) do nothing
      returning *`,
  )
  return row
}

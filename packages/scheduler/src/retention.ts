import { type Db, rows, tables } from '@loci/store'
import { sql } from 'drizzle-orm'

/**
 * Removes at most `batch` jobs, of one palace or of all, that ended more than so many days ago, oldest first, and gives how many: fewer than
 * `batch` when none is left. Jobs that another one is removing are passed over.
 */
export async function removeFinished(
  db: Db,
  { palaceId, olderThanDays, batch }: { palaceId?: string | undefined; olderThanDays: number; batch: number },
): Promise<number> {
  const [row] = await rows<{ count: number }>(
    db,
    sql`
      with old as materialized (
        select palace_id, id from ${tables.jobs}
        where status in ('completed', 'failed', 'cancelled')
          ${palaceId === undefined ? sql`` : sql`and palace_id = ${palaceId}`}
          and completed_at < now() - make_interval(secs => ${olderThanDays * 86_400}::double precision)
        order by completed_at
        limit ${batch}
        for update skip locked
      ), removed as (
        delete from ${tables.jobs} job using old
        where job.palace_id = old.palace_id and job.id = old.id
        returning 1
      )
      select count(*)::int as count from removed`,
  )
  return row?.count ?? 0
}

/** Whether a palace has jobs that ended more than so many days ago, or events of jobs from before so many hours. */
export async function hasOldJobs(
  db: Db,
  { palaceId, olderThanDays, eventHours }: { palaceId: string; olderThanDays: number; eventHours: number },
): Promise<boolean> {
  const [row] = await rows<{ any: boolean }>(
    db,
    sql`select exists (
        select 1 from ${tables.jobs} where palace_id = ${palaceId} and status in ('completed', 'failed', 'cancelled')
          and completed_at < now() - make_interval(days => ${olderThanDays}))
      or exists (
        select 1 from ${tables.jobEvents} where palace_id = ${palaceId}
          and at < now() - make_interval(hours => ${eventHours})) as any`,
  )
  return row?.any ?? false
}

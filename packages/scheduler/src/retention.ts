import { type Db, rows, tables } from '@loci/store'
import { sql } from 'drizzle-orm'

/**
 * Removes at most `batch` jobs that ended more than so many days ago, oldest first, and gives how many: fewer than
 * `batch` when none is left. Jobs that another one is removing are passed over.
 */
export async function removeFinished(
  db: Db,
  { olderThanDays, batch }: { olderThanDays: number; batch: number },
): Promise<number> {
  const [row] = await rows<{ count: number }>(
    db,
    sql`
      with old as materialized (
        select palace_id, id from ${tables.jobs}
        where status in ('completed', 'failed', 'cancelled')
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

import { array, type Db, rows, tables } from '@loci/store'
import { sql } from 'drizzle-orm'
import { priorities } from './priorities.ts'

/**
 * Asks the least of the jobs under these leases to step aside, when more critical jobs wait than jobs have been asked to.
 * Gives the lease of the one it asked.
 */
export async function askToYield(
  db: Db,
  { leases, kinds }: { leases: string[]; kinds: string[] },
): Promise<string | undefined> {
  const [row] = await rows<{ lease: string }>(
    db,
    sql`
      with waiting as materialized (
        select count(*) as jobs from ${tables.jobs}
        where status = 'queued' and priority >= ${priorities.critical} and run_at <= now()
          and kind = any(${array(kinds, 'text')})
      ), yielding as materialized (
        select count(*) as jobs from ${tables.jobs} where status = 'running' and requested = 'yield'
      ), least as materialized (
        select palace_id, id from ${tables.jobs}
        where status = 'running' and requested is null and priority < ${priorities.critical}
          and lease = any(${array(leases, 'uuid')}) and (select jobs from waiting) > (select jobs from yielding)
        order by priority, id desc
        limit 1
        for update skip locked
      )
      update ${tables.jobs} job set requested = 'yield'
      from least
      where job.palace_id = least.palace_id and job.id = least.id
      returning job.lease`,
  )
  return row?.lease
}

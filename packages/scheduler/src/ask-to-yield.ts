import { array, type Db, rows, tables } from '@loci/store'
import { sql } from 'drizzle-orm'
import { priorities } from './priorities.ts'

/**
 * Asks the least of the jobs under these leases to step aside, when more critical jobs wait than slots are about to be
 * free: `leaving` of the caller's, and those of jobs anywhere that were asked already. Gives the lease of the one it
 * asked.
 */
export async function askToYield(
  db: Db,
  { leases, leaving, kinds }: { leases: string[]; leaving: number; kinds: string[] },
): Promise<string | undefined> {
  // the least one is waited for when its handler is in a checkpoint, not passed over for a better one
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
        select palace_id, id, lease from ${tables.jobs}
        where status = 'running' and requested is null and priority < ${priorities.critical}
          and lease = any(${array(leases, 'uuid')})
          and (select jobs from waiting) > greatest((select jobs from yielding), ${leaving}::int)
        order by priority, id desc
        limit 1
      )
      update ${tables.jobs} job set requested = 'yield'
      from least
      where job.palace_id = least.palace_id and job.id = least.id
        and job.lease = least.lease and job.status = 'running' and job.requested is null
      returning job.lease`,
  )
  return row?.lease
}

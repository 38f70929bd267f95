import { array, type Db, tables } from '@loci/store'
import { sql } from 'drizzle-orm'
import { type JobRow, jobRows } from './job-row.ts'

/**
 * Takes the jobs that are due, highest priority first, then oldest, and gives each a lease of its own.
 * However many ask at once, a job goes to one of them.
 */
export function claimJobs(
  db: Db,
  { kinds, lowest, limit, leaseSeconds }: { kinds: string[]; lowest: number; limit: number; leaseSeconds: number },
): Promise<JobRow[]> {
  return jobRows(
    db,
    sql`
      with next as materialized (
        select palace_id, id from ${tables.jobs}
        where status = 'queued' and run_at <= now() and priority >= ${lowest} and kind = any(${array(kinds, 'text')})
        order by priority desc, id
        limit ${limit}
        for update skip locked
      )
      update ${tables.jobs} job set
        status = 'running', requested = null, attempt = attempt + 1, started_at = coalesce(started_at, now()),
        lease = gen_random_uuid(), lease_until = now() + make_interval(secs => ${leaseSeconds}::double precision)
      from next
      where job.palace_id = next.palace_id and job.id = next.id
      returning job.*`,
  )
}

import { errorCodes } from '@loci/contract'
import { type Db, tables } from '@loci/store'
import { sql } from 'drizzle-orm'
import { type JobFault, type JobRow, jobRows } from './job-row.ts'
import { jsonb } from './json.ts'

/** The crash that fails a job. */
const lastRecovery = 3

const crashed: JobFault = {
  code: 'job.crashed',
  message: `the worker died ${lastRecovery} times while it ran this job`,
  help: errorCodes['job.crashed'].help,
}

/**
 * Takes jobs from workers that let their lease run out, and gives them as they are now: cancelled or paused when that
 * was asked, failed when it was the third time, otherwise queued. Whoever asks at once, a crash counts once.
 */
export function recoverJobs(db: Db, { limit }: { limit: number }): Promise<JobRow[]> {
  return jobRows(
    db,
    sql`
      with expired as materialized (
        select palace_id, id,
          case
            when requested = 'cancel' then 'cancelled'
            when recoveries + 1 >= ${lastRecovery} then 'failed'
            when requested = 'pause' then 'paused'
            else 'queued'
          end as next_status
        from ${tables.jobs}
        where status = 'running' and lease_until < now()
        order by lease_until
        limit ${limit}
        for update skip locked
      )
      update ${tables.jobs} job set
        status = next_status, recoveries = recoveries + 1, attempt = attempt - 1,
        error = case next_status when 'failed' then ${jsonb(crashed)} else error end,
        completed_at = case when next_status in ('failed', 'cancelled') then now() end,
        requested = null, lease = null, lease_until = null
      from expired
      where job.palace_id = expired.palace_id and job.id = expired.id
      returning job.*`,
  )
}

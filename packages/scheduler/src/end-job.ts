import { type Db, rows, tables } from '@loci/store'
import { sql, type SQL } from 'drizzle-orm'
import { type Claim, held } from './claim.ts'
import type { JobFault, JobStatus } from './job-row.ts'
import { reported } from './json.ts'

// each ends a run: it gives the new state, or undefined, with nothing written, when the lease is lost

export type RunEnd = Promise<JobStatus | undefined>

const released = sql`requested = null, lease = null, lease_until = null`

/** The job is done. */
export function completeJob(db: Db, claim: Claim, result: Record<string, unknown> | null): RunEnd {
  return ended(
    db,
    sql`
      with done as (
        update ${tables.jobs} set
          status = 'completed', completed_at = now(), error = null,
          result = ${result === null ? sql`null` : reported(result)}, ${released}
        where ${held(claim)}
        returning palace_id, id, status
      ), told as (
        delete from ${tables.jobOutcomes} item using done
        where item.palace_id = done.palace_id and item.job_id = done.id
      )
      select status from done`,
  )
}

/** The job has failed for good. */
export function failJob(db: Db, claim: Claim, fault: JobFault): RunEnd {
  return ended(
    db,
    sql`
      update ${tables.jobs} set status = 'failed', completed_at = now(), error = ${reported(fault)}, ${released}
      where ${held(claim)}
      returning status`,
  )
}

/**
 * Gives the job back at its resume point: cancelled or paused when that was asked, otherwise queued and due after the
 * delay.
 * Without a fault the run does not count as an attempt.
 */
export function releaseJob(
  db: Db,
  claim: Claim,
  { fault, delayMilliseconds = 0 }: { fault?: JobFault; delayMilliseconds?: number } = {},
): RunEnd {
  return ended(
    db,
    sql`
      update ${tables.jobs} set
        status = case requested when 'cancel' then 'cancelled' when 'pause' then 'paused' else 'queued' end,
        completed_at = case requested when 'cancel' then now() end,
        attempt = attempt - ${fault ? 0 : 1},
        error = ${fault ? reported(fault) : sql`error`},
        run_at = date_trunc('milliseconds', now()) + make_interval(secs => ${delayMilliseconds / 1000}::float8),
        ${released}
      where ${held(claim)}
      returning status`,
  )
}

async function ended(db: Db, statement: SQL): RunEnd {
  const [row] = await rows<{ status: JobStatus }>(db, statement)
  return row?.status
}

import { PalaceError } from '@loci/contract'
import { type Db, tables } from '@loci/store'
import { sql, type SQL } from 'drizzle-orm'
import { type JobAddress, type JobRow, jobRows } from './job-row.ts'
import { getJob } from './list-jobs.ts'
import { allowedRequests, type JobRequest } from './transitions.ts'

/** Cancels a job that waits; asks a running one to stop at its next item. `job.not_found`, `job.transition_invalid`. */
export function requestCancel(db: Db, address: JobAddress): Promise<JobRow> {
  return request(db, address, 'cancel', {
    set: sql`
      status = case status when 'running' then 'running' else 'cancelled' end,
      completed_at = case status when 'running' then null else now() end,
      requested = case status when 'running' then 'cancel' end`,
    from: sql`status in ('queued', 'running', 'paused')`,
  })
}

/**
 * Pauses a queued job; asks a running one to stop at its next item, unless it was asked to end there.
 * `job.not_found`, `job.transition_invalid`.
 */
export function requestPause(db: Db, address: JobAddress): Promise<JobRow> {
  return request(db, address, 'pause', {
    set: sql`
      status = case status when 'running' then 'running' else 'paused' end,
      requested = case when status = 'running' then case requested when 'cancel' then 'cancel' else 'pause' end end`,
    from: sql`status in ('queued', 'running')`,
  })
}

/** Puts a paused job back into the queue, at its resume point. `job.not_found`, `job.transition_invalid`. */
export function requestResume(db: Db, address: JobAddress): Promise<JobRow> {
  return request(db, address, 'resume', {
    set: sql`status = 'queued', run_at = date_trunc('milliseconds', now())`,
    from: sql`status = 'paused'`,
  })
}

/**
 * Puts a failed job back into the queue, at its resume point, with all its attempts and recoveries before it.
 * `job.not_found`, `job.transition_invalid`.
 */
export function requestRetry(db: Db, address: JobAddress): Promise<JobRow> {
  return request(db, address, 'retry', {
    set: sql`
      status = 'queued', error = null, completed_at = null, attempt = 0, recoveries = 0,
      run_at = date_trunc('milliseconds', now())`,
    from: sql`status = 'failed'`,
  })
}

async function request(
  db: Db,
  address: JobAddress,
  what: JobRequest,
  { set, from }: { set: SQL; from: SQL },
): Promise<JobRow> {
  const [row] = await jobRows(
    db,
    sql`
      update ${tables.jobs} set ${set}
      where palace_id = ${address.palaceId} and id = ${address.id} and ${from}
      returning *`,
  )
  return row ?? refuse(db, address, what)
}

async function refuse(db: Db, address: JobAddress, what: JobRequest): Promise<never> {
  const { status } = await getJob(db, address)
  const allowed = allowedRequests(status)
  throw new PalaceError('job.transition_invalid', `cannot ${what} a job that is ${status}`, {
    help: allowed.length === 0 ? 'It has ended; submit it anew.' : `What it allows now: ${allowed.join(', ')}.`,
    details: { status, allowed },
  })
}

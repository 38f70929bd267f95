import type { Job } from '@loci/contract'
import type { JobRow } from './job-row.ts'

/** A job as every door shows it. */
export function presentJob(row: JobRow): Job {
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    requested: row.requested,
    priority: row.priority,
    payload: row.payload,
    progress: row.progress,
    attempt: row.attempt,
    recoveries: row.recoveries,
    run_at: row.runAt.toISOString(),
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
    started_at: row.startedAt?.toISOString() ?? null,
    completed_at: row.completedAt?.toISOString() ?? null,
    resume_point: row.resumePoint,
    result: row.result,
    error: row.error,
  }
}

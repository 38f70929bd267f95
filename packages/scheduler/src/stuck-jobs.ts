import { type Db, rows, tables } from '@loci/store'
import { sql } from 'drizzle-orm'
import type { JobStatus } from './job-row.ts'

export interface StuckJob {
  id: string
  kind: string
  status: JobStatus
}

const patienceSeconds = 60
const most = 100

/** Jobs that nobody takes up, though they could be: long without a worker that is heard of, or long overdue. */
export function stuckJobs(db: Db, palaceId: string): Promise<StuckJob[]> {
  const late = sql`now() - make_interval(secs => ${patienceSeconds}::double precision)`
  return rows(
    db,
    sql`select id, kind, status from ${tables.jobs}
      where palace_id = ${palaceId} and ((status = 'running' and lease_until < ${late})
        or (status = 'queued' and run_at < now() - interval '1 day'))
      order by id limit ${most}`,
  )
}

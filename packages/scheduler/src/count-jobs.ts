import { type Db, rows, tables } from '@loci/store'
import { sql } from 'drizzle-orm'

export interface JobCounts {
  queued: number
  running: number
  paused: number
  failed: number
}

/** How many jobs of a palace wait, run, are held, and failed. */
export async function countJobs(db: Db, palaceId: string): Promise<JobCounts> {
  const [counts] = await rows<JobCounts>(
    db,
    sql`select
        count(*) filter (where status = 'queued')::int as queued,
        count(*) filter (where status = 'running')::int as running,
        count(*) filter (where status = 'paused')::int as paused,
        count(*) filter (where status = 'failed')::int as failed
      from ${tables.jobs} where palace_id = ${palaceId}`,
  )
  return counts ?? { queued: 0, running: 0, paused: 0, failed: 0 }
}

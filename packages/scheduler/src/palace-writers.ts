import { type Db, rows, tables } from '@loci/store'
import { sql } from 'drizzle-orm'
import type { JobRow } from './job-row.ts'

/**
 * Holds off, until the transaction ends, every submission of a job that writes to the palace, and everything else that
 * takes this lock.
 */
export async function lockPalaceWriters(tx: Db, palaceId: string): Promise<void> {
  await rows(tx, sql`select pg_advisory_xact_lock(hashtextextended('loci:palace:' || ${palaceId}::text, 0))`)
}

/** The jobs that write to the palace and are queued, running or paused, oldest first; certain only under the lock. */
export function pendingWriters(db: Db, palaceId: string): Promise<Pick<JobRow, 'id' | 'kind' | 'status'>[]> {
  return rows(
    db,
    sql`
      select id, kind, status from ${tables.jobs}
      where palace_id = ${palaceId} and writes_palace and status in ('queued', 'running', 'paused')
      order by id`,
  )
}

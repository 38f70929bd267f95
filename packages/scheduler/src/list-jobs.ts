import { PalaceError } from '@loci/contract'
import { type Db, decodeCursor, encodeCursor, tables } from '@loci/store'
import { sql } from 'drizzle-orm'
import { type JobAddress, type JobRow, jobRows, type JobStatus } from './job-row.ts'

const { jobs } = tables

/** The job; `job.not_found` when this palace has no such. */
export async function getJob(db: Db, { palaceId, id }: JobAddress): Promise<JobRow> {
  const [row] = await jobRows(db, sql`select * from ${jobs} where palace_id = ${palaceId} and id = ${id}`)
  if (row) return row
  throw new PalaceError('job.not_found', `there is no job ${id}`)
}

export interface JobFilter {
  palaceId: string
  status?: JobStatus | undefined
  kind?: string | undefined
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** A page of jobs, newest first. `input.invalid` for a cursor of another listing or of other filters. */
export async function listJobs(
  db: Db,
  { palaceId, status, kind, limit, cursor }: JobFilter & { limit: number; cursor?: string | undefined },
): Promise<{ items: JobRow[]; nextCursor: string | null }> {
  const listing = `jobs ${JSON.stringify([palaceId, status ?? null, kind ?? null])}`
  const after = decodeCursor(listing, cursor, ['id'])?.id ?? undefined
  if (after !== undefined && !uuid.test(after))
    throw new PalaceError('input.invalid', 'cursor: is not one of this listing')
  const found = await jobRows(
    db,
    sql`
      select * from ${jobs}
      where palace_id = ${palaceId}
        ${status === undefined ? sql`` : sql`and status = ${status}`}
        ${kind === undefined ? sql`` : sql`and kind = ${kind}`}
        ${after === undefined ? sql`` : sql`and id < ${after}`}
      order by id desc
      limit ${limit + 1}`,
  )
  const items = found.slice(0, limit)
  const last = items.at(-1)
  return { items, nextCursor: last && found.length > limit ? encodeCursor(listing, { id: last.id }) : null }
}

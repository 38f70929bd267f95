import { type Db, rows, tables } from '@loci/store'
import { getTableColumns, type SQL } from 'drizzle-orm'

/** A job as it is stored. */
export type JobRow = typeof tables.jobs.$inferSelect
export type JobStatus = JobRow['status']
export type JobProgress = JobRow['progress']
export type JobFault = NonNullable<JobRow['error']>

/** Which job: a palace sees its own only. */
export interface JobAddress {
  palaceId: string
  id: string
}

const columns = Object.entries(getTableColumns(tables.jobs))

/** The jobs that a statement written as text gives; it selects or returns all columns of the table. */
export async function jobRows(db: Db, statement: SQL): Promise<JobRow[]> {
  const found = await rows<Record<string, unknown>>(db, statement)
  return found.map(toJobRow)
}

function toJobRow(found: Record<string, unknown>): JobRow {
  const values = columns.map(([key, column]) => {
    const value = found[column.name] ?? null
    return [key, value === null ? null : column.mapFromDriverValue(value)]
  })
  // its keys and values come from the table that the type comes from
  return Object.fromEntries(values) as JobRow
}

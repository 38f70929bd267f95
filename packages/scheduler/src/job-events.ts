import { PalaceError } from '@loci/contract'
import { type Db, rows, tables } from '@loci/store'
import { sql } from 'drizzle-orm'
import type { JobProgress, JobStatus } from './job-row.ts'

const { jobEvents } = tables

export interface JobEventRow {
  /** Where it stands in the stream. */
  position: string
  jobId: string
  kind: string
  status: JobStatus
  progress: JobProgress
  at: Date
}

interface Found extends Record<string, unknown> {
  transaction: string
  id: string
  job_id: string
  kind: string
  status: JobStatus
  progress: JobProgress
  at: string
  settled: boolean
}

// a transaction that is open for longer than this has no event to tell: it holds the stream up no more
const patienceSeconds = 5

/**
 * What happened to the jobs of a palace, or to one of them, after a position, and the position to go on from.
 * Events come in the order of their transactions, and no later than every transaction before them has ended, so that
 * none becomes visible behind a reader; `held` says that some wait for that. `input.invalid` for what is no position.
 */
export async function nextJobEvents(
  db: Db,
  { palaceId, jobId, after, limit }: { palaceId: string; jobId?: string | undefined; after: string; limit: number },
): Promise<{ items: JobEventRow[]; position: string; held: boolean }> {
  const [transaction, id] = readPosition(after)
  const found = await rows<Found>(
    db,
    sql`select transaction, id, job_id, kind, status, progress, at,
        transaction < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
          or at < now() - make_interval(secs => ${patienceSeconds}::double precision) as settled
      from ${jobEvents}
      where palace_id = ${palaceId} ${jobId === undefined ? sql`` : sql`and job_id = ${jobId}`}
        and (transaction, id) > (${transaction}::bigint, ${id}::bigint)
      order by transaction, id
      limit ${limit}`,
  )
  const open = found.findIndex(({ settled }) => !settled)
  const items = (open < 0 ? found : found.slice(0, open)).map(toEvent)
  return { items, position: items.at(-1)?.position ?? after, held: open >= 0 }
}

/** The position after all that has happened; what is being written now comes after it. */
export async function presentPosition(db: Db): Promise<string> {
  const [row] = await rows<{ transaction: string }>(
    db,
    sql`select pg_snapshot_xmin(pg_current_snapshot())::text as transaction`,
  )
  return `${row?.transaction ?? 0}.0`
}

/** Removes at most `batch` events that are more than so many hours old, and gives how many. */
export async function removeEvents(
  db: Db,
  { palaceId, olderThanHours, batch }: { palaceId: string; olderThanHours: number; batch: number },
): Promise<number> {
  const [row] = await rows<{ count: number }>(
    db,
    sql`with removed as (
        delete from ${jobEvents} where ctid = any(array(
          select ctid from ${jobEvents}
          where palace_id = ${palaceId} and at < now() - make_interval(hours => ${olderThanHours}) limit ${batch}))
        returning 1)
      select count(*)::int as count from removed`,
  )
  return row?.count ?? 0
}

const toEvent = ({ transaction, id, job_id, kind, status, progress, at }: Found): JobEventRow => ({
  position: `${transaction}.${id}`,
  jobId: job_id,
  kind,
  status,
  progress,
  at: new Date(at),
})

function readPosition(position: string): [transaction: string, id: string] {
  const [, transaction, id] = /^(\d{1,18})\.(\d{1,18})$/.exec(position) ?? []
  if (transaction !== undefined && id !== undefined) return [transaction, id]
  throw new PalaceError('input.invalid', 'after: is no position of this stream', {
    help: 'Pass now, start, or a position that this stream gave.',
  })
}

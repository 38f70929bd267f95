import { type Db, rows, tables } from '@loci/store'
import { sql, type SQL } from 'drizzle-orm'
import { formatBound } from './valid-time.ts'

const { liveDrawers, liveEntities, liveFacts } = tables

/** A fact with the names of what it joins, and the time in which it holds. */
export interface FactRow {
  id: string
  revision: number
  subject_id: string
  subject: string
  predicate: string
  object_id: string
  object: string
  valid_from: Date | null
  valid_from_precision: string | null
  valid_to: Date | null
  valid_to_precision: string | null
  single_valued: boolean
  confidence: number
  source: string | null
  source_drawer_id: string | null
  added_by: string
  created_at: Date
}

export const factColumns = sql`f.id, f.revision, f.subject_id, s.name as subject, f.predicate, f.object_id, o.name as object,
  f.valid_from, f.valid_from_precision, f.valid_to, f.valid_to_precision, f.single_valued, f.confidence, f.source,
  (select d.id from ${liveDrawers} d where d.palace_id = f.palace_id and d.id = f.source_drawer_id) as source_drawer_id,
  f.added_by, f.created_at`

/** Live facts `f` with their subject `s` and object `o`. */
export const placedFacts = (palaceId: string, facts: SQL = sql`${liveFacts}`): SQL => sql`${facts} f
  join ${liveEntities} s on s.palace_id = ${palaceId} and s.id = f.subject_id
  join ${liveEntities} o on o.palace_id = ${palaceId} and o.id = f.object_id`

export async function factRows(db: Db, statement: SQL): Promise<FactRow[]> {
  const dateOf = (value: Date | null) => (value === null ? null : new Date(value))
  const found = await rows<FactRow>(db, statement)
  return found.map((row) => ({
    ...row,
    valid_from: dateOf(row.valid_from),
    valid_to: dateOf(row.valid_to),
    created_at: new Date(row.created_at),
  }))
}

/** Whether it held before now, holds, or will. */
export type Standing = 'ended' | 'current' | 'upcoming'

export function standingOf({ valid_from, valid_to }: Pick<FactRow, 'valid_from' | 'valid_to'>, now: Date): Standing {
  if (valid_to !== null && valid_to <= now) return 'ended'
  return valid_from !== null && valid_from > now ? 'upcoming' : 'current'
}

/** A fact in one line. */
export const sayFact = ({ subject, predicate, object }: Pick<FactRow, 'subject' | 'predicate' | 'object'>): string =>
  `${subject} → ${predicate} → ${object}`

/** The time of a fact in words, for messages. */
export function sayTime(row: Pick<FactRow, 'valid_from' | 'valid_from_precision' | 'valid_to' | 'valid_to_precision'>) {
  const from = formatBound(row.valid_from, row.valid_from_precision)
  const to = formatBound(row.valid_to, row.valid_to_precision)
  return `${from === null ? 'since ever' : `from ${from}`}${to === null ? '' : ` until ${to}`}`
}

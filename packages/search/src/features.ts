import { array, type Db, rows, tables } from '@loci/store'
import { sql, type SQL } from 'drizzle-orm'
import { toVectorText } from './follow.ts'
import { quoteLexeme } from './lexemes.ts'
import { occurrencesOf } from './occurrences.ts'

const { passages, passageVectors } = tables

/** A passage by its key. */
export interface Candidate {
  drawer_id: string
  ordinal: number
}

/** Where a short drawer stands among those of its document, such as the messages of a conversation. */
export interface Place {
  room_id: string
  document: string
  position: number
}

// words of a text that says enough without those around it
const selfContained = 80

/** What passages are measured by. */
export interface Question {
  terms: string[]
  profile: string | null
  vector: Float32Array | null
}

export interface Features extends Candidate {
  /** Words in the passage. */
  length: number
  /** How often each of the question's terms occurs in it. */
  frequencies: Map<string, number>
  /** Cosine of its vector and the question's. */
  similarity: number | null
  /** Null for one that speaks for itself, or belongs to no document. */
  place: Place | null
  /** When it was authored (or filed, if that is unknown), in milliseconds since 1970. */
  time: number
}

interface Row extends Omit<Features, 'frequencies' | 'place'> {
  ranks: number[]
  room_id: string | null
  document: string | null
  position: number | null
}

const isShort = sql`p.ordinal = 0 and p.length <= ${sql.raw(String(selfContained))} and picked.position is not null`

/** An instant as a number, since 1970. */
export const milliseconds = (instant: SQL): SQL => sql`extract(epoch from ${instant})::float8 * 1000`

/**
 * What the second stage scores the passages by that a statement picks (drawer_id, ordinal, and the room_id, document,
 * position and time of the drawer), in no order. Vectors have the length 1, so that the inner product is the cosine.
 */
export async function readFeatures(
  db: Db,
  palaceId: string,
  { terms, profile, vector }: Question,
  picked: SQL,
  read: typeof rows = rows,
): Promise<Features[]> {
  const similarity = vector === null ? sql`null::float8` : sql`-(v.embedding <#> ${toVectorText(vector)}::vector)`
  const queries = array(terms.map(quoteLexeme), 'text')
  const found = await read<Row>(
    db,
    sql`select p.drawer_id, p.ordinal, p.length, ${similarity} as similarity,
        case when ${isShort} then picked.room_id end as room_id, case when ${isShort} then picked.document end as document,
        case when ${isShort} then picked.position end as position, ${milliseconds(sql`picked.time`)} as time,
        array(select ts_rank(p.lexemes, term)::float8 from unnest((select ${queries}::tsquery[])) as term) as ranks
      from (${picked}) picked
      join ${passages} p on p.palace_id = ${palaceId} and p.drawer_id = picked.drawer_id and p.ordinal = picked.ordinal
      left join ${passageVectors} v on v.palace_id = p.palace_id and v.profile = ${profile ?? ''}
        and v.drawer_id = p.drawer_id and v.ordinal = p.ordinal`,
  )
  return found.map(({ ranks: given, room_id, document, position, ...row }) => ({
    ...row,
    place: room_id !== null && document !== null && position !== null ? { room_id, document, position } : null,
    frequencies: new Map(terms.map((term, index) => [term, occurrencesOf(given[index] ?? 0)])),
  }))
}

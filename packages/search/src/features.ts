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
}

/**
 * What the second stage scores the passages by that a statement picks (drawer_id, ordinal), in no order. Vectors have the
 * length 1, so that the inner product is the cosine.
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
  const found = await read<Omit<Features, 'frequencies'> & { ranks: number[] }>(
    db,
    sql`select p.drawer_id, p.ordinal, p.length, ${similarity} as similarity,
        array(select ts_rank(p.lexemes, term)::float8 from unnest((select ${queries}::tsquery[])) as term) as ranks
      from (${picked}) picked
      join ${passages} p on p.palace_id = ${palaceId} and p.drawer_id = picked.drawer_id and p.ordinal = picked.ordinal
      left join ${passageVectors} v on v.palace_id = p.palace_id and v.profile = ${profile ?? ''}
        and v.drawer_id = p.drawer_id and v.ordinal = p.ordinal`,
  )
  return found.map(({ ranks: given, ...row }) => ({
    ...row,
    frequencies: new Map(terms.map((term, index) => [term, occurrencesOf(given[index] ?? 0)])),
  }))
}

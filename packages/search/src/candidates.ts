import { array, type Db, rows, tables } from '@loci/store'
import { sql, type SQL } from 'drizzle-orm'
import { toVectorText } from './follow.ts'
import { quoteLexeme } from './lexemes.ts'
import { occurrencesOf } from './occurrences.ts'

const { passages, passageVectors, liveDrawers } = tables

/** A passage by its key. */
export interface Candidate {
  drawer_id: string
  ordinal: number
}

/** Where to look: rooms (all when not given), and conditions on `live_drawers`. */
export interface Scope {
  palaceId: string
  roomIds?: string[] | undefined
  filters: SQL[]
  /** What stands for the live drawers, under that name: those of another time. */
  drawers?: SQL | undefined
}

export interface WeightedTerm {
  term: string
  weight: number
}

const inRooms = ({ roomIds }: Scope, alias: SQL): SQL =>
  roomIds === undefined ? sql`true` : sql`${alias}.room_id = any(${array(roomIds, 'uuid')})`

const conditions = ({ filters }: Scope): SQL => sql.join([sql`true`, ...filters], sql` and `)

/** How many candidates, and how many of one drawer at most: all unless told, as counting them takes a sort. */
interface Depth {
  limit: number
  ofOneDrawer?: number | undefined
}

const placeIn = ({ ofOneDrawer }: Depth, order: SQL): SQL =>
  ofOneDrawer === undefined ? sql`1` : sql`row_number() over (partition by drawer_id order by ${order})`

const isTaken = ({ ofOneDrawer }: Depth): SQL =>
  ofOneDrawer === undefined ? sql`true` : sql`ranked.place <= ${ofOneDrawer}`

/**
 * The best passages that hold one of `wanted`, by the weighted ranks of `scored`. The ranking is a rough first stage.
 * The drawers are joined after the ranking, so that only as many are read as are taken, and a filter cannot starve it.
 */
export function lexicalCandidates(
  db: Db,
  scope: Scope,
  input: Depth & { wanted: string[]; scored: WeightedTerm[] },
): Promise<Candidate[]> {
  const query = input.wanted.map(quoteLexeme).join(' | ')
  const score = sql.join(
    input.scored.map(
      ({ term, weight }) => sql`${weight}::float4 * ts_rank(p.lexemes, ${quoteLexeme(term)}::tsquery, 1)`,
    ),
    sql` + `,
  )
  return rows<Candidate>(
    db,
    sql`select ranked.drawer_id, ranked.ordinal
      from (
        select found.*, ${placeIn(input, sql`score desc, ordinal`)} as place from (
          select p.drawer_id, p.ordinal, ${score} as score from ${passages} p
          where p.palace_id = ${scope.palaceId} and p.lexemes @@ ${query}::tsquery and ${inRooms(scope, sql`p`)}) found
        order by score desc, drawer_id, ordinal) ranked
      join ${scope.drawers ?? liveDrawers} on live_drawers.palace_id = ${scope.palaceId} and live_drawers.id = ranked.drawer_id
      where ${conditions(scope)} and ${isTaken(input)}
      order by ranked.score desc, ranked.drawer_id, ranked.ordinal limit ${input.limit}`,
  )
}

/** The passages whose vectors are nearest to the query's. */
export async function vectorCandidates(
  db: Db,
  scope: Scope,
  input: Depth & { profile: string; vector: Float32Array },
): Promise<Candidate[]> {
  const anyDrawer = scope.filters.length === 0 && scope.drawers === undefined && input.ofOneDrawer === undefined
  const found = anyDrawer ? await nearestOfAll(db, scope, input) : []
  // the trash may hold many of the nearest: then the drawers decide first
  return found.length === input.limit ? found : nearestOfMatching(db, scope, input)
}

interface Nearest extends Depth {
  profile: string
  vector: Float32Array
}

/** The nearest of all passages, and of these the live ones: the drawers of a few are read, not those of all. */
function nearestOfAll(db: Db, scope: Scope, { profile, vector, limit }: Nearest): Promise<Candidate[]> {
  return rows<Candidate>(
    db,
    sql`select nearest.drawer_id, nearest.ordinal
      from (
        select v.drawer_id, v.ordinal, v.embedding <#> ${toVectorText(vector)}::vector as distance
        from ${passageVectors} v
        where v.palace_id = ${scope.palaceId} and v.profile = ${profile} and ${inRooms(scope, sql`v`)}
        order by distance limit ${2 * limit}) nearest
      join ${liveDrawers} on live_drawers.palace_id = ${scope.palaceId} and live_drawers.id = nearest.drawer_id
      order by nearest.distance limit ${limit}`,
  )
}

function nearestOfMatching(db: Db, scope: Scope, input: Nearest): Promise<Candidate[]> {
  const { profile, vector, limit } = input
  return rows<Candidate>(
    db,
    sql`select drawer_id, ordinal
      from (
        select found.*, ${placeIn(input, sql`distance, ordinal`)} as place from (
          select v.drawer_id, v.ordinal, v.embedding <#> ${toVectorText(vector)}::vector as distance
          from ${passageVectors} v
          join ${scope.drawers ?? liveDrawers} on live_drawers.palace_id = v.palace_id and live_drawers.id = v.drawer_id
          where v.palace_id = ${scope.palaceId} and v.profile = ${profile} and ${inRooms(scope, sql`v`)}
            and ${conditions(scope)}) found) ranked
      where ${isTaken(input)}
      order by distance limit ${limit}`,
  )
}

/** Whether the scope's rooms hold no more than `most` passages. */
export async function isSmall(db: Db, scope: Scope, most: number): Promise<boolean> {
  if (scope.roomIds === undefined) return false
  const [row] = await rows<{ count: number }>(
    db,
    sql`select count(*)::int as count from (
      select 1 from ${passages} p where p.palace_id = ${scope.palaceId} and ${inRooms(scope, sql`p`)} limit ${most + 1}) counted`,
  )
  return (row?.count ?? 0) <= most
}

export interface Features extends Candidate {
  /** Words in the passage. */
  length: number
  /** How often each of the query's terms occurs in it. */
  frequencies: Map<string, number>
  /** Cosine of its vector and the query's. */
  similarity: number | null
}

/** What the second stage scores candidates by, exactly. Vectors have the length 1, so the inner product is the cosine. */
export async function readFeatures(
  db: Db,
  palaceId: string,
  input: { candidates: Candidate[]; terms: string[]; profile: string | null; vector: Float32Array | null },
): Promise<Features[]> {
  const { candidates, terms, profile, vector } = input
  const similarity = vector === null ? sql`null::float8` : sql`-(v.embedding <#> ${toVectorText(vector)}::vector)`
  const ranks = terms.map((term) => sql`ts_rank(p.lexemes, ${quoteLexeme(term)}::tsquery)`)
  const ids = candidates.map((candidate) => candidate.drawer_id)
  const ordinals = candidates.map((candidate) => candidate.ordinal)
  const found = await rows<Omit<Features, 'frequencies'> & { ranks: number[] }>(
    db,
    sql`select p.drawer_id, p.ordinal, p.length, ${similarity} as similarity,
        array[${sql.join(ranks, sql`, `)}]::float8[] as ranks
      from unnest(${array(ids, 'uuid')}, ${array(ordinals, 'integer')}) as wanted (drawer_id, ordinal)
      join ${passages} p on p.palace_id = ${palaceId} and p.drawer_id = wanted.drawer_id and p.ordinal = wanted.ordinal
      left join ${passageVectors} v on v.palace_id = p.palace_id and v.profile = ${profile ?? ''}
        and v.drawer_id = p.drawer_id and v.ordinal = p.ordinal`,
  )
  return found.map(({ ranks: given, ...row }) => ({
    ...row,
    frequencies: new Map(terms.map((term, index) => [term, occurrencesOf(given[index] ?? 0)])),
  }))
}

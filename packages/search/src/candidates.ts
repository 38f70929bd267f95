import { array, type Db, preparedRows, rows, tables } from '@loci/store'
import { sql, type SQL } from 'drizzle-orm'
import { type Features, type Question, readFeatures } from './features.ts'
import { toVectorText } from './follow.ts'
import { quoteLexeme } from './lexemes.ts'

const { passages, passageVectors, liveDrawers } = tables

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

/** What of a live drawer tells its place, and when it was authored (or filed, if that is unknown). */
export const placed = sql`live_drawers.room_id, live_drawers.source_document as document,
  live_drawers.source_position as position, coalesce(live_drawers.authored_at, live_drawers.created_at) as time`

const inRooms = ({ roomIds }: Scope, alias: SQL): SQL =>
  roomIds === undefined ? sql`true` : sql`${alias}.room_id = any(${array(roomIds, 'uuid')})`

export const conditions = ({ filters }: Scope): SQL => sql.join([sql`true`, ...filters], sql` and `)

/** In the whole palace one plan serves every search, and making it costs as much as running it; rooms differ. */
const readerFor = (scope: Scope) => (isEverything(scope) ? preparedRows : rows)

const isEverything = ({ roomIds, filters, drawers }: Scope): boolean =>
  roomIds === undefined && filters.length === 0 && drawers === undefined

/** How many candidates, and how many of one drawer at most: all unless told, as counting them takes a sort. */
interface Depth {
  limit: number
  ofOneDrawer?: number | undefined
}

const placeIn = ({ ofOneDrawer }: Depth, order: SQL): SQL =>
  ofOneDrawer === undefined ? sql`1` : sql`row_number() over (partition by drawer_id order by ${order})`

const isTaken = ({ ofOneDrawer }: Depth): SQL =>
  ofOneDrawer === undefined ? sql`true` : sql`ranked.place <= ${ofOneDrawer}`

/** Terms of one weight, such as the readings of a word, are ranked by one call. */
function byWeight(groups: WeightedTerm[][], term: WeightedTerm): WeightedTerm[][] {
  const group = groups.find(([first]) => first?.weight === term.weight)
  if (group) group.push(term)
  else groups.push([term])
  return groups
}

/** The ranks of terms that weigh the same, to be added up: `ts_rank` gives their mean. */
const weightedQuery = (terms: WeightedTerm[]) => ({
  weight: (terms[0]?.weight ?? 0) * terms.length,
  query: terms.map(({ term }) => quoteLexeme(term)).join(' | '),
})

/**
 * The best passages that hold one of `wanted`, by the weighted ranks of `scored`. The ranking is a rough first stage.
 * The drawers are joined after the ranking, so that only as many are read as are taken, and a filter cannot starve it.
 */
export function lexicalCandidates(
  db: Db,
  scope: Scope,
  question: Question,
  input: Depth & { wanted: string[]; scored: WeightedTerm[] },
): Promise<Features[]> {
  const query = input.wanted.map(quoteLexeme).join(' | ')
  const groups = input.scored.reduce(byWeight, []).map(weightedQuery)
  const weights = array(
    groups.map(({ weight }) => weight),
    'real',
  )
  const queries = array(
    groups.map((group) => group.query),
    'text',
  )
  const score = sql`(select sum(weight * ts_rank(p.lexemes, query)) from unnest(
    (select ${weights}), (select ${queries}::tsquery[])) as scored (weight, query)) / ln(p.length + 2)`
  return readFeatures(
    db,
    scope.palaceId,
    question,
    sql`select ranked.drawer_id, ranked.ordinal, ${placed}
      from (
        select found.*, ${placeIn(input, sql`score desc, ordinal`)} as place from (
          select p.drawer_id, p.ordinal, ${score} as score from ${passages} p
          where p.palace_id = ${scope.palaceId} and p.lexemes @@ ${query}::tsquery and ${inRooms(scope, sql`p`)}) found
        order by score desc, drawer_id, ordinal) ranked
      join ${scope.drawers ?? liveDrawers} on live_drawers.palace_id = ${scope.palaceId} and live_drawers.id = ranked.drawer_id
      where ${conditions(scope)} and ${isTaken(input)}
      order by ranked.score desc, ranked.drawer_id, ranked.ordinal limit ${input.limit}`,
    readerFor(scope),
  )
}

/** The passages whose vectors are nearest to the question's. */
export async function vectorCandidates(
  db: Db,
  scope: Scope,
  question: Question & Nearest,
  depth: Depth,
): Promise<Features[]> {
  const { palaceId } = scope
  const found =
    isEverything(scope) && depth.ofOneDrawer === undefined
      ? await readFeatures(db, palaceId, question, nearestOfAll(scope, question, depth), preparedRows)
      : []
  // the trash may hold many of the nearest: then the drawers decide first
  if (found.length === depth.limit) return found
  const read = scope.filters.length === 0 && scope.drawers === undefined ? preparedRows : rows
  return readFeatures(db, palaceId, question, nearestOfMatching(scope, question, depth), read)
}

interface Nearest {
  profile: string
  vector: Float32Array
}

/** The nearest of all passages as their index has them, and of these the live ones. */
function nearestOfAll(scope: Scope, { profile, vector }: Nearest, { limit }: Depth): SQL {
  return sql`select nearest.drawer_id, nearest.ordinal, ${placed}
    from loci.nearest_passages(${scope.palaceId}, ${profile}, ${toVectorText(vector)}::vector, ${2 * limit}) nearest
    join ${liveDrawers} on live_drawers.palace_id = ${scope.palaceId} and live_drawers.id = nearest.drawer_id
    order by nearest.distance limit ${limit}`
}

function nearestOfMatching(scope: Scope, { profile, vector }: Nearest, depth: Depth): SQL {
  return sql`select drawer_id, ordinal, room_id, document, position, time
    from (
      select found.*, ${placeIn(depth, sql`distance, ordinal`)} as place from (
        select v.drawer_id, v.ordinal, ${placed}, v.embedding <#> ${toVectorText(vector)}::vector as distance
        from ${passageVectors} v
        join ${scope.drawers ?? liveDrawers} on live_drawers.palace_id = v.palace_id and live_drawers.id = v.drawer_id
        where v.palace_id = ${scope.palaceId} and v.profile = ${profile} and ${inRooms(scope, sql`v`)}
          and ${conditions(scope)}) found) ranked
    where ${isTaken(depth)}
    order by distance limit ${depth.limit}`
}

import { type EmbeddingProfile } from '@loci/embeddings'
import { type Moment, pastDrawers, placedDrawers } from '@loci/palace-hierarchy'
import { array, type Db, rows, tables } from '@loci/store'
import { sql, type SQL } from 'drizzle-orm'
import { analyseQuery } from './analysis/analyse-query.ts'
import { lexicalCandidates, vectorCandidates } from './candidates.ts'
import type { Hit } from './hits.ts'
import { readPastTexts } from './past-texts.ts'
import { fuse, rarities } from './score.ts'
import { best, distinct, type SearchAnswer, type SearchInput } from './search.ts'
import { readStatistics } from './statistics.ts'

const { drawers, passages } = tables

const lexicalDepth = 200
const vectorDepth = 100
const mostTerms = 64

/**
 * Searches the palace as it was. Drawers whose text is still the one of then are found by the index, wherever they are
 * now; texts that were changed since are analysed again, the newest first and up to a limit that the notes tell of.
 * Words are weighed by how rare they are today.
 */
export async function searchPast(
  db: Db,
  profile: EmbeddingProfile | null,
  input: SearchInput & Moment,
): Promise<SearchAnswer> {
  const notes: string[] = []
  const query = analyseQuery(input.query)
  const terms = query.terms.map(({ term }) => term)
  const [vector = null] = (await profile?.embed([query.focus], 'query').catch(() => [])) ?? []
  if (vector === null) notes.push('searched by words only')
  const statistics = await readStatistics(db, input.palaceId, terms)
  const rarity = rarities(query, statistics)
  const wanted = query.terms.slice(0, mostTerms)
  const filters = [...input.filters, ...(input.roomIds === undefined ? [] : [inRooms(input.roomIds)])]
  const scope = { palaceId: input.palaceId, filters, drawers: unchanged(input) }
  const question = { terms, profile: profile?.name ?? null, vector }
  const [lexical, nearest, changed] = await Promise.all([
    wanted.length === 0
      ? []
      : lexicalCandidates(db, scope, question, {
          wanted: wanted.map(({ term }) => term),
          scored: wanted.map(({ term, word, weight }) => ({ term, weight: weight * (rarity[word] ?? 0) })),
          limit: lexicalDepth,
        }),
    profile && vector
      ? vectorCandidates(db, scope, { ...question, profile: profile.name, vector }, { limit: vectorDepth })
      : [],
    readPastTexts(db, profile, { moment: input, filters, terms, vector }),
  ])
  if (changed.left > 0) notes.push(`${changed.left} texts that were changed since were not searched; narrow the search`)
  const key = (one: { drawer_id: string; ordinal: number }) => `${one.drawer_id}:${one.ordinal}`
  const indexed = distinct([...lexical, ...nearest])
  const scored = best(fuse(query, statistics, [...indexed, ...changed.features]), input)
  const found = new Map((await readPastHits(db, input, scored)).map((hit) => [key(hit), hit]))
  const hits = scored.flatMap((one): Hit[] => {
    const hit = found.get(key(one))
    const span = changed.spans.get(key(one))
    if (!hit) return []
    const { drawer_id, wholeText, authoredAt, filedAt, ...rest } = hit
    const place = span ? { ...span, text: wholeText.slice(span.start, span.end) } : {}
    const times = { authoredAt: authoredAt && new Date(authoredAt), filedAt: new Date(filedAt) }
    const { score, similarity, why } = one
    return [{ ...rest, ...place, ...times, drawerId: drawer_id, score, similarity, why }]
  })
  return { hits, notes }
}

const inRooms = (ids: string[]): SQL => sql`live_drawers.room_id = any(${array(ids, 'uuid')})`

/** The drawers of then whose text is what it was. */
const unchanged = (moment: Moment): SQL => sql`(
  select p.* from ${pastDrawers(moment)} p
  join ${drawers} now on now.palace_id = p.palace_id and now.id = p.id and now.content_hash = p.content_hash) live_drawers`

type PastHit = Omit<Hit, 'drawerId' | 'score' | 'similarity' | 'why'> & { drawer_id: string; wholeText: string }

/** The drawers that were found, as they were, with the passage; a text that changed comes whole. */
function readPastHits(db: Db, moment: Moment, scored: { drawer_id: string; ordinal: number }[]): Promise<PastHit[]> {
  if (scored.length === 0) return Promise.resolve([])
  const same = sql`exists (select 1 from ${drawers} now where now.palace_id = live_drawers.palace_id
    and now.id = live_drawers.id and now.content_hash = live_drawers.content_hash)`
  return rows<PastHit>(
    db,
    sql`select wanted.drawer_id, wanted.ordinal, p.start, p."end",
        coalesce(substring(t.content from p.char_start + 1 for p.char_length), '') as text,
        case when p.drawer_id is null then t.content else '' end as "wholeText",
        live_drawers.name, w.name as wing, r.name as room, live_drawers.source_uri as "sourceUri", live_drawers.author,
        live_drawers.authored_at as "authoredAt", live_drawers.tags, live_drawers.added_by as "addedBy",
        live_drawers.created_at as "filedAt"
      from unnest(${array(
        scored.map(({ drawer_id }) => drawer_id),
        'uuid',
      )}, ${array(
        scored.map(({ ordinal }) => ordinal),
        'integer',
      )}) as wanted (drawer_id, ordinal)
      join ${placedDrawers(moment)} on live_drawers.id = wanted.drawer_id
      left join ${passages} p on p.palace_id = live_drawers.palace_id and p.drawer_id = wanted.drawer_id
        and p.ordinal = wanted.ordinal and ${same}`,
  )
}

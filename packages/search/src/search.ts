import type { EmbeddingProfile } from '@loci/embeddings'
import type { Db } from '@loci/store'
import { type AnalysedQuery, analyseQuery } from './analysis/analyse-query.ts'
import { lexicalCandidates, type Scope, vectorCandidates } from './candidates.ts'
import type { Candidate, Features, Question } from './features.ts'
import { type Hit, readHits } from './hits.ts'
import { readNeighbours } from './neighbours.ts'
import { fuse, rarities, type Scored } from './score.ts'
import { readStatistics, type Statistics } from './statistics.ts'

// rows that the first stage scores at most, rarest terms first
const budget = 800
// candidates of each leg, or as many more as are asked for
const lexicalDepth = 100
const vectorDepth = 60
const mostTerms = 64
// so many of the best passages bring in what stands around them
const leaders = 5

export interface SearchInput extends Scope {
  query: string
  maxPerSource: number
  limit: number
}

export interface SearchAnswer {
  hits: Hit[]
  /** What was not used, and why. */
  notes: string[]
}

/**
 * Two legs find candidates in the whole scope, by words and by vectors; the second stage scores them all exactly, adds
 * the legs up, and looks at what stands around the best. A query whose words nothing holds still has its vector, and the other way round.
 */
export async function search(db: Db, profile: EmbeddingProfile | null, input: SearchInput): Promise<SearchAnswer> {
  const notes: string[] = []
  const query = analyseQuery(input.query)
  const terms = query.terms.map((term) => term.term)
  const [vector = null] =
    (await profile?.embed([query.focus], 'query').catch(() => {
      notes.push(`the embedding profile ${profile.name} did not answer; searched by words only`)
      return []
    })) ?? []
  if (profile === null) notes.push('no embedding profile is loaded; searched by words only')

  const statistics = await readStatistics(db, input.palaceId, terms)
  const occurring = statistics.behind ? terms : terms.filter((term) => statistics.frequencies.has(term))
  const question = { terms: occurring.slice(0, mostTerms), profile: profile?.name ?? null, vector }
  const [lexical, nearest] = await Promise.all([
    byWords(db, input, query, statistics, question),
    byVector(db, input, question),
  ])
  const candidates = distinct([...lexical, ...nearest])
  if (candidates.length === 0) return { hits: [], notes }
  const first = fuse(query, statistics, candidates).slice(0, leaders)
  const around = await readNeighbours(db, input, question, { of: first, candidates })
  const scored = fuse(query, statistics, [...candidates, ...around])
  return { hits: await readHits(db, input.palaceId, best(scored, input)), notes }
}

async function byVector(db: Db, input: SearchInput, question: Question): Promise<Features[]> {
  const { profile, vector } = question
  if (profile === null || vector === null) return []
  return spread(input, Math.max(vectorDepth, input.limit), (depth) =>
    vectorCandidates(db, input, { ...question, profile, vector }, depth),
  )
}

async function byWords(
  db: Db,
  input: SearchInput,
  query: AnalysedQuery,
  statistics: Statistics,
  question: Question,
): Promise<Features[]> {
  const rarity = rarities(query, statistics)
  const known = query.terms
    .flatMap(({ term, word, weight }) => {
      const frequency = statistics.frequencies.get(term)
      const weighted = { term, frequency: frequency ?? 0, weight: weight * (rarity[word] ?? 0) }
      return frequency === undefined && !statistics.behind ? [] : [weighted]
    })
    // of terms without a known frequency most occur nowhere: they do not take the place of others
    .toSorted((x, y) => (x.frequency || Infinity) - (y.frequency || Infinity) || 0)
    .slice(0, mostTerms)
    .toSorted((x, y) => x.frequency - y.frequency)
  if (known.length === 0) return []
  const all = known.map(({ term }) => term)
  const affordable = withinBudget(known)
  const look = (wanted: string[]) =>
    spread(input, Math.max(lexicalDepth, input.limit), (depth) =>
      lexicalCandidates(db, input, question, { ...depth, wanted, scored: known }),
    )
  const found = await look(affordable)
  // the frequencies are those of the whole palace: in a narrow scope the rare words may not occur at all
  const narrow = input.roomIds !== undefined || input.filters.length > 0
  return narrow && affordable.length < all.length && found.length < lexicalDepth / 4 ? look(all) : found
}

/** Candidates of one leg; where a few large drawers fill it, once more with room for the others that match. */
async function spread(
  { limit, maxPerSource }: SearchInput,
  depth: number,
  look: (depth: { limit: number; ofOneDrawer?: number }) => Promise<Features[]>,
): Promise<Features[]> {
  const found = await look({ limit: depth })
  if (found.length < depth || leading(found, maxPerSource, limit).length === Math.min(limit, depth)) return found
  return look({ limit: depth, ofOneDrawer: 4 * maxPerSource })
}

/** The rarest terms, as many as the first stage can afford; at least one. */
function withinBudget(terms: { term: string; frequency: number }[]): string[] {
  let rows = 0
  return terms.filter(({ frequency }, index) => (rows += frequency) <= budget || index === 0).map(({ term }) => term)
}

const key = ({ drawer_id, ordinal }: Candidate) => `${drawer_id}:${ordinal}`

export const distinct = (candidates: Features[]): Features[] => [
  ...new Map(candidates.map((candidate) => [key(candidate), candidate])).values(),
]

/** The best passages, no more of one drawer than wanted. */
export const best = (scored: Scored[], { limit, maxPerSource }: SearchInput): Scored[] =>
  leading(scored, maxPerSource, limit)

/** The first ones, no more than `most` of a drawer. */
function leading<T extends Candidate>(passages: T[], most: number, limit: number): T[] {
  const taken = new Map<string, number>()
  const kept: T[] = []
  for (const passage of passages) {
    const before = taken.get(passage.drawer_id) ?? 0
    if (before >= most) continue
    taken.set(passage.drawer_id, before + 1)
    kept.push(passage)
    if (kept.length === limit) break
  }
  return kept
}

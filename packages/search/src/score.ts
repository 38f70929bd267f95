import type { AnalysedQuery } from './analysis/analyse-query.ts'
import type { Features, Place } from './features.ts'
import { lend } from './neighbours.ts'
import type { Statistics } from './statistics.ts'

// BM25's usual constants (Robertson and Zaragoza 2009)
const k1 = 1.2
const b = 0.75
// how much of the score each leg decides
const lexicalShare = 0.75
const vectorShare = 0.25
// how much of it the time decides, where the query names a day or a month
const periodShare = 0.2

export interface Scored {
  drawer_id: string
  ordinal: number
  score: number
  similarity: number | null
  place: Place | null
  why: { lexical: number | null; vector: number | null }
}

/** The inverse document frequency of each word of a query: a word's readings count as one. */
export function rarities(query: AnalysedQuery, statistics: Statistics): number[] {
  const found = Array.from({ length: query.words }, () => 0)
  for (const { term, word } of query.terms) found[word] = (found[word] ?? 0) + (statistics.frequencies.get(term) ?? 0)
  return found.map((n) => Math.log(1 + Math.max(statistics.passages - n + 0.5, 0.5) / (n + 0.5)))
}

/** BM25 of a passage for a query, exactly. */
function bm25(query: AnalysedQuery, statistics: Statistics, rarity: number[], passage: Features): number {
  const occurrences = Array.from({ length: query.words }, () => 0)
  for (const { term, word, weight } of query.terms)
    occurrences[word] = (occurrences[word] ?? 0) + weight * (passage.frequencies.get(term) ?? 0)
  const norm = k1 * (1 - b + (b * passage.length) / statistics.meanLength)
  return occurrences.reduce((sum, tf, word) => sum + ((rarity[word] ?? 0) * tf * (k1 + 1)) / (tf + norm), 0)
}

/**
 * Adds up the legs, each divided by the best it gave, the time asked for, and what stands around a passage; best first.
 * Passages that nothing speaks for are left out.
 */
export function fuse(query: AnalysedQuery, statistics: Statistics, passages: Features[]): Scored[] {
  const rarity = rarities(query, statistics)
  const lexical = passages.map((passage) => bm25(query, statistics, rarity, passage))
  const vector = passages.map((passage) => Math.max(passage.similarity ?? 0, 0))
  const bestLexical = Math.max(...lexical, 0)
  const bestVector = Math.max(...vector, 0)
  const share = (value: number, best: number) => (best > 0 && value > 0 ? value / best : null)
  const alone = passages.map(({ drawer_id, ordinal, similarity, place, time }, index) => {
    const why = { lexical: share(lexical[index] ?? 0, bestLexical), vector: share(vector[index] ?? 0, bestVector) }
    const found = lexicalShare * (why.lexical ?? 0) + vectorShare * (why.vector ?? 0)
    const isOfPeriod = query.periods.some(({ from, until }) => from <= time && time < until)
    const timed = (1 - periodShare) * found + (isOfPeriod ? periodShare : 0)
    const score = query.periods.length > 0 && found > 0 ? timed : found
    return { drawer_id, ordinal, score, similarity, place, why }
  })
  return lend(alone)
    .filter(({ score }) => score > 0)
    .toSorted((x, y) => y.score - x.score || (x.drawer_id < y.drawer_id ? -1 : 1) || x.ordinal - y.ordinal)
}

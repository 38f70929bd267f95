import { analyse, type AnalyseOptions } from './analysis/analyse.ts'

// tsvector keeps no position beyond this, and no more than 255 of one lexeme
const lastPosition = 16_383
const mostPositions = 255

export interface Lexemes {
  /** A tsvector in its text form. */
  vector: string
  /** How many words count for the length of BM25. */
  length: number
}

/** The terms of a passage as Postgres keeps them. */
export function toLexemes(text: string, options: AnalyseOptions = {}): Lexemes {
  const positions = new Map<string, number[]>()
  let length = 0
  for (const { term, kind, position } of analyse(text, options)) {
    if (kind === 'word' || kind === 'part') length++
    const known = positions.get(term)
    if (known === undefined) positions.set(term, [Math.min(position + 1, lastPosition)])
    else if (kind !== 'stop' && known.length < mostPositions) known.push(Math.min(position + 1, lastPosition))
  }
  const vector = [...positions].map(([term, at]) => `${quoteLexeme(term)}:${[...new Set(at)].join(',')}`).join(' ')
  return { vector, length }
}

/** A term as tsvector and tsquery read it: whatever it holds is text. */
export const quoteLexeme = (term: string): string => `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

import { languageOfScan } from './analyse.ts'
import { type Period, periodsOf } from './dates.ts'
import { focusOf } from './focus.ts'
import { otherForms } from './irregular.ts'
import { latinLanguages } from './languages.ts'
import { phrasesOf } from './phrases.ts'
import type { Phrase } from './phrases.ts'
import { scanText } from './scan.ts'
import type { Token } from './tokens.ts'
import { termsOf, wordOf } from './words.ts'
import type { Word } from './words.ts'

interface QueryTerm {
  term: string
  /** which word of the query it stands for, counted from 0; terms of one word are readings of it */
  word: number
  kind: Token['kind']
  /** 1 for a word, less for what only supports it */
  weight: number
}

export interface AnalysedQuery {
  /** in the order of the query, each term once */
  terms: QueryTerm[]
  /** how many words the terms stand for */
  words: number
  phrases: Phrase[]
  /** the days and months it names */
  periods: Period[]
  /** the text that was analysed: the query, or the question in it when it is long; what should be embedded */
  focus: string
}

const weights: Record<Token['kind'], number> = { word: 1, stop: 1, whole: 1, part: 0.5, alias: 0.5 }
const umlauts: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue' }
const german = latinLanguages.indexOf('de')

/** The terms of a word under every language that does not take it for a stop word, with their weights. */
const readings = (word: Word, weight: number, withStops: boolean): [string, number][] => {
  if (word.language !== undefined || word.neutral) return [[termsOf(word, 0).term, weight]]
  const found: [string, number][] = []
  for (let language = 0; language < latinLanguages.length; language += 1) {
    const { term, alias, stop } = termsOf(word, language)
    if (stop && !withStops) continue
    found.push([term, weight])
    if (alias !== undefined) found.push([alias, weight * weights.alias])
    for (const form of language === 0 ? otherForms(term) : []) found.push([form, weight * weights.alias])
  }
  // Müller and Mueller are one name
  if (/[äöü]/.test(word.lower)) {
    const spelt = wordOf(word.lower.replace(/[äöü]/g, (letter) => umlauts[letter] ?? letter))
    for (const language of [0, german]) found.push([termsOf(spelt, language).term, weight * weights.alias])
  } else if (/[aou]e/.test(word.lower)) {
    const spelt = wordOf(word.lower.replace(/([aou])e/g, '$1'))
    found.push([termsOf(spelt, german).term, weight * weights.alias])
  }
  return found
}

/**
 * The terms of a query. Each word is asked for under every language that documents of its script are indexed in, so
 * that it is found whatever language either side was taken for; as a document holds only one of these readings, their
 * scores may be added up. Rarity is a property of the word: take the document frequency of a word as the sum over its
 * terms. Readings that no document has cost one look-up.
 *
 * Stop words are left out unless there is nothing else. Never throws: operators, quotes and brackets are data. The
 * work is bounded by `focusOf`, which keeps the question of a long query.
 */
export const analyseQuery = (text: string): AnalysedQuery => {
  const focus = focusOf(text)
  const scan = scanText(focus)
  const language = latinLanguages.indexOf(languageOfScan(scan))
  const stops = scan.tokens.map((_, index) => {
    const word = scan.words[index]
    return word !== undefined && termsOf(word, language).stop
  })
  const onlyStops = stops.every(Boolean)
  const terms = new Map<string, QueryTerm>()
  const seen = new Set<string>()
  let words = 0
  for (const [index, token] of scan.tokens.entries()) {
    const word = scan.words[index]
    // a CJK character next to another is asked for as a pair
    if ((stops[index] && !onlyStops) || token.kind === 'alias') continue
    const key = word ? word.lower : token.term
    if (seen.has(key)) continue
    seen.add(key)
    const weight = weights[token.kind]
    const found: [string, number][] = word ? readings(word, weight, onlyStops) : [[token.term, weight]]
    const before = terms.size
    for (const [term, value] of found) {
      if (term !== '' && !terms.has(term)) terms.set(term, { term, word: words, kind: token.kind, weight: value })
    }
    if (terms.size > before) words += 1
  }
  return { terms: [...terms.values()], words, phrases: phrasesOf(focus), periods: periodsOf(focus), focus }
}

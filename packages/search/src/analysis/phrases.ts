import { latinLanguages } from './languages.ts'
import { scanText } from './scan.ts'
import type { Token } from './tokens.ts'
import { termsOf } from './words.ts'

/** A quoted phrase: for each position the terms that may stand there. An empty position may hold anything. */
export type Phrase = string[][]

const quoted = /"([^"]+)"|[“„”]([^“„”]+)[“”]|«([^«»]+)»|「([^「」]+)」/g
const mostPhrases = 8
const mostPositions = 32

const phraseOf = (text: string): Phrase => {
  const scan = scanText(text)
  const phrase: Phrase = Array.from({ length: Math.min(scan.length, mostPositions) }, () => [])
  for (const [index, token] of scan.tokens.entries()) {
    const word = scan.words[index]
    const terms = word ? latinLanguages.map((_, language) => termsOf(word, language).term) : [token.term]
    for (const term of new Set(terms)) if (term !== '') phrase[token.position]?.push(term)
  }
  return phrase
}

/** The phrases that stand in quotation marks in a query; a mark without its mate is a character like any other. */
export const phrasesOf = (text: string): Phrase[] => {
  const phrases: Phrase[] = []
  for (const match of text.matchAll(quoted)) {
    const phrase = phraseOf(match.slice(1).find((group) => group !== undefined) ?? '')
    if (phrase.length > 0) phrases.push(phrase)
    if (phrases.length >= mostPhrases) break
  }
  return phrases
}

/** Whether the tokens of a text hold a phrase, its words next to each other and in its order. */
export const containsPhrase = (tokens: Token[], phrase: Phrase): boolean => {
  const at = new Map<number, Set<string>>()
  for (const { position, term } of tokens) {
    const terms = at.get(position)
    if (terms) terms.add(term)
    else at.set(position, new Set([term]))
  }
  const fits = (start: number): boolean =>
    phrase.every((terms, offset) => {
      const here = at.get(start + offset)
      return here !== undefined && (terms.length === 0 || terms.some((term) => here.has(term)))
    })
  return phrase.length > 0 && [...at.keys()].some(fits)
}

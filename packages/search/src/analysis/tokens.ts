import type { Word } from './words.ts'

/**
 * One term of a text.
 *
 * `kind` tells how it came about: `word` a word, a number, a pair of CJK characters, an emoji; `stop` a word that
 * only holds others together; `whole` an identifier, a path, an address or a hyphenated word in one; `part` a piece of
 * one; `alias` another reading of the word at the same position (without accents; a CJK character by itself).
 * Positions count words, stop words too. `start` and `end` are offsets into the given text in UTF-16 code units.
 */
export interface Token {
  term: string
  kind: 'word' | 'stop' | 'whole' | 'part' | 'alias'
  position: number
  start: number
  end: number
}

/** Tokens as scanned; `words[i]` is set where the term of `tokens[i]` still depends on the language. */
export interface Scan {
  tokens: Token[]
  words: (Word | undefined)[]
  /** how many positions the text has */
  length: number
}

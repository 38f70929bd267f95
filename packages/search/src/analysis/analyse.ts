import { latinLanguages, mostLikely } from './languages.ts'
import type { LatinLanguage } from './languages.ts'
import { scanText } from './scan.ts'
import type { Scan, Token } from './tokens.ts'
import { termsOf } from './words.ts'

export interface AnalyseOptions {
  /** the language of the words in Latin script, when the caller knows better than the text; others follow the script */
  language?: LatinLanguage | undefined
}

const sampleWords = 400

/** The Latin-script language of what was scanned. */
export const languageOfScan = (scan: Scan): LatinLanguage => {
  const evidence: number[] = []
  for (let index = 0; index < scan.words.length && evidence.length < sampleWords; index += 1) {
    const mask = scan.words[index]?.evidence ?? 0
    // pieces of identifiers are no sentence
    if (mask !== 0 && scan.tokens[index]?.kind === 'word') evidence.push(mask)
  }
  return mostLikely(evidence)
}

const settle = (scan: Scan, language: LatinLanguage): Token[] => {
  const { tokens, words } = scan
  const number = latinLanguages.indexOf(language)
  const aliases: Token[] = []
  let empty = false
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index]
    const word = words[index]
    if (!token || !word) continue
    const { term, alias, stop } = termsOf(word, number)
    token.term = term
    if (term === '') empty = true
    if (stop && token.kind === 'word') token.kind = 'stop'
    if (alias !== undefined) aliases.push({ ...token, term: alias, kind: 'alias' })
  }
  const all = aliases.length > 0 ? [...tokens, ...aliases].toSorted((a, b) => a.position - b.position) : tokens
  return empty ? all.filter((token) => token.term !== '') : all
}

/**
 * The terms of a text, in order of position: what is indexed for a document, and what a query is made of.
 *
 * A word has one term: its stem in the language of the text, accents and case folded, marked with the language
 * (`cheval~fr`) unless that is English or the script has but one. So a word is counted once, stems of two languages
 * never meet by accident (French `care` and `car` share one), and no surface form has to be stored beside the stem:
 * `analyseQuery` asks for a word under every language, and so finds it whatever language the document was taken for.
 *
 * Stop words are given too (kind `stop`): a query of nothing else asks for them, all others leave them out.
 * Never throws; linear in the length of the text; terms have at most 64 code units and hold neither white space nor
 * U+0000 nor half a surrogate pair.
 */
export const analyse = (text: string, options: AnalyseOptions = {}): Token[] => {
  const scan = scanText(text)
  return settle(scan, options.language ?? languageOfScan(scan))
}

/** The language taken for the words in Latin script of a text: by its stop words and letters, English in doubt. */
export const detectLanguage = (text: string): LatinLanguage => languageOfScan(scanText(text.slice(0, 8_000)))

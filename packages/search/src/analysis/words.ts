import snowball from 'snowball-stemmers'
import { foldAccents, lower } from './fold.ts'
import { bitOf, latinLanguages, letterMask, stopMask } from './languages.ts'
import type { LatinLanguage, Language } from './languages.ts'

const maxTermLength = 64

/** What is known of one spelling; cached, so that a word is folded and stemmed once and not once per occurrence. */
export interface Word {
  /** lower-cased, accents kept */
  lower: string
  /** the language that its script decides; undefined for Latin, where the text decides */
  language: Exclude<Language, LatinLanguage> | undefined
  /** the same in a script without stemmer, and whatever holds a digit */
  neutral: boolean
  /** languages in which it is a stop word */
  stops: number
  /** languages that it speaks for */
  evidence: number
  /** worked out when first asked for, by the number of the language; at 0 if the script decides */
  terms: (WordTerms | undefined)[]
}

/** The term of a word in a language, and the one of its accentless spelling where that is another. */
export interface WordTerms {
  term: string
  alias: string | undefined
  stop: boolean
}

const algorithms = {
  en: 'english',
  de: 'german',
  fr: 'french',
  es: 'spanish',
  pt: 'portuguese',
  it: 'italian',
  nl: 'dutch',
  sv: 'swedish',
  ru: 'russian',
  ar: 'arabic',
} as const
type Stemmed = keyof typeof algorithms

const stemmers = new Map<Stemmed, { stem: (word: string) => string }>()

const stem = (word: string, language: Stemmed): string => {
  // two letters have no ending to lose, and no inflected word is this long
  if (word.length < 3 || word.length > 40) return word
  let stemmer = stemmers.get(language)
  if (!stemmer) {
    stemmer = snowball.newStemmer(algorithms[language])
    stemmers.set(language, stemmer)
  }
  return stemmer.stem(word) || word
}

/** A term of bounded length: a longer one keeps its beginning and gets a hash (FNV-1a) of the whole. */
export const bounded = (term: string): string => {
  if (term.length <= maxTermLength) return term
  let hash = 0x811c9dc5
  for (let index = 0; index < term.length; index += 1) hash = Math.imul(hash ^ term.charCodeAt(index), 0x01000193)
  const head = term.slice(0, 48).replace(/[\ud800-\udbff]$/, '')
  return `${head}~${(hash >>> 0).toString(16).padStart(8, '0')}`
}

const scriptOf = (word: string): Pick<Word, 'language' | 'neutral'> => {
  if (/^[a-z]+$/.test(word)) return { language: undefined, neutral: word.length > maxTermLength }
  if (/\p{N}/u.test(word) || word.length > maxTermLength) return { language: undefined, neutral: true }
  if (/\p{Script=Latin}/u.test(word)) return { language: undefined, neutral: false }
  if (/\p{Script=Cyrillic}/u.test(word)) return { language: 'ru', neutral: false }
  if (/\p{Script=Arabic}/u.test(word)) return { language: 'ar', neutral: false }
  return { language: 'hi', neutral: true }
}

const longest = 256

// the far end of what is no word in any case is not worth folding
const formOf = (spelling: string): string =>
  spelling.length <= longest ? lower(spelling) : lower(spelling.slice(0, longest)) + spelling.slice(longest)

const createWord = (spelling: string): Word => {
  const form = formOf(spelling)
  const script = scriptOf(form)
  const stops = stopMask(form)
  const speaks = script.language === undefined && !script.neutral && form.length > 1
  return { lower: form, ...script, stops, evidence: speaks ? stops | letterMask(form) : 0, terms: [] }
}

const cacheSize = 60_000
const cache = new Map<string, Word>()

/** The word of a spelling. The cache starts again when full: a common word is back at once, and memory is bounded. */
export const wordOf = (spelling: string): Word => {
  const known = cache.get(spelling)
  if (known) return known
  const word = createWord(spelling)
  if (spelling.length > 32) return word
  if (cache.size >= cacheSize) cache.clear()
  // a copy, because a slice would keep the whole text that it was cut from alive
  cache.set(Buffer.from(spelling, 'utf16le').toString('utf16le'), word)
  return word
}

const quickSlots = 1 << 14
const quick: ({ spelling: string; word: Word } | undefined)[] = Array.from({ length: quickSlots }, () => undefined)

/** `wordOf` a span of a text; for ordinary words without cutting the span out, which costs more than all the rest. */
export const wordAt = (text: string, start: number, end: number): Word => {
  let hash = end - start
  for (let at = start; at < end; at += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0
  const slot = (hash ^ (hash >>> 15)) & (quickSlots - 1)
  const held = quick[slot]
  if (held && held.spelling.length === end - start && text.startsWith(held.spelling, start)) return held.word
  const spelling = text.slice(start, end)
  const word = wordOf(spelling)
  // up to 12 units a slice is a copy, longer ones would keep the text alive
  if (spelling.length <= 12) quick[slot] = { spelling, word }
  return word
}

const tagged = (term: string, language: LatinLanguage): string => (language === 'en' ? term : `${term}~${language}`)

const workOut = (word: Word, language: LatinLanguage): WordTerms => {
  const stop = (word.stops & bitOf(word.language ?? language)) !== 0
  const plain = word.lower.length > longest ? word.lower : foldAccents(word.lower)
  if (word.neutral) return { term: bounded(plain), alias: undefined, stop: stop && word.language !== undefined }
  if (word.language === 'ru' || word.language === 'ar') {
    return { term: bounded(foldAccents(stem(plain, word.language))), alias: undefined, stop }
  }
  const folded = foldAccents(stem(plain, language))
  // English accents are ornaments; elsewhere they belong to the endings that the stemmer looks for
  const own = language === 'en' ? folded : foldAccents(stem(word.lower, language))
  const alias = own === folded ? undefined : bounded(tagged(folded, language))
  return { term: bounded(tagged(own, language)), alias, stop }
}

/**
 * The terms of a word in a text of a Latin-script language, given by its number in `latinLanguages`; words of other
 * scripts follow their script.
 */
export const termsOf = (word: Word, language: number): WordTerms => {
  const index = word.language === undefined && !word.neutral ? language : 0
  const known = word.terms[index]
  if (known) return known
  const fresh = workOut(word, latinLanguages[index] ?? 'en')
  word.terms[index] = fresh
  return fresh
}

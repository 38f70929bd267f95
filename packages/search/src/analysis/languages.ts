import { fold, lower } from './fold.ts'
import { stopWords } from './stop-words.ts'

export type Language = keyof typeof stopWords

/** The languages of Latin script, told apart by counting; a bit of `stopMask` each, in this order. */
export const latinLanguages = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'sv'] as const satisfies Language[]
export type LatinLanguage = (typeof latinLanguages)[number]

const lists = Object.keys(stopWords) as Language[]
const masks = new Map<string, number>()
for (const [bit, language] of lists.entries()) {
  for (const word of stopWords[language].split(/\s+/)) {
    // both spellings, so that a text typed without accents has stop words too
    for (const form of new Set([lower(word), fold(word)])) masks.set(form, (masks.get(form) ?? 0) | (1 << bit))
  }
}

/** The bit of a language in the masks. */
export const bitOf = (language: Language): number => 1 << lists.indexOf(language)

/** In which languages a lower-cased word is a stop word: a mask of `bitOf` values. */
export const stopMask = (word: string): number => masks.get(word) ?? 0

const hints: [RegExp, Language[]][] = [
  [/[äöü]/, ['de', 'sv']],
  [/ß/, ['de']],
  [/å/, ['sv']],
  [/ñ/, ['es']],
  [/[ãõ]/, ['pt']],
  [/[êçœû]/, ['fr', 'pt']],
  [/[èàùî]/, ['fr', 'it']],
  [/[áíóú]/, ['es', 'pt']],
  [/é/, ['fr', 'es', 'pt']],
  [/ij/, ['nl']],
]
const hintMasks = hints.map(([pattern, languages]): [RegExp, number] => [
  pattern,
  languages.reduce((mask, language) => mask | bitOf(language), 0),
])

/** Languages that the letters of a lower-cased, not folded word speak for, as a mask; 0 for plain ASCII words. */
export const letterMask = (word: string): number => {
  let mask = 0
  for (const [pattern, languages] of hintMasks) if (pattern.test(word)) mask |= languages
  return mask
}

/**
 * The Latin-script language with the most evidence, from one mask per word. English unless another has at least two
 * words for it and more than English has: a wrong guess costs inflections, and two words are not chance.
 */
export const mostLikely = (evidence: Iterable<number>): LatinLanguage => {
  const counts = new Uint32Array(latinLanguages.length)
  for (const mask of evidence) {
    for (let bit = 0, rest = mask; rest && bit < counts.length; bit += 1, rest >>= 1) {
      if (rest & 1) counts[bit] = (counts[bit] ?? 0) + 1
    }
  }
  let best: LatinLanguage = 'en'
  let most = counts[0] ?? 0
  for (const [index, language] of latinLanguages.entries()) {
    const count = counts[index] ?? 0
    if (count >= 2 && count > most) [best, most] = [language, count]
  }
  return best
}

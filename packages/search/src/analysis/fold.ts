const ascii = /^[\0-\x7f]*$/
// marks that only decorate a letter; vowel signs of Indic scripts are not among them
const decorations = /\u00ad|\u0640|\u200c|\u200d|[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670]/g
const letters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
  ё: 'е',
}
const special = /[ßæœøđðłþıςё]/g

/**
 * Compatibility forms and case taken away, accents kept: what a stemmer wants to see. For one word, not for a text:
 * white space goes too, since a few ligatures unfold into whole phrases.
 */
export const lower = (text: string): string =>
  ascii.test(text) ? text.toLowerCase() : text.normalize('NFKC').toLowerCase().normalize('NFC').replace(/\s+/g, '')

/** Accents and ligatures taken away from a lower-cased text: `Straße` and `Élève` become `strasse` and `eleve`. */
export const foldAccents = (text: string): string => {
  if (ascii.test(text)) return text
  const replaced = text.replace(special, (letter) => letters[letter] ?? letter)
  // й is a letter of its own, and Cyrillic loses nothing else worth folding
  if (/\p{Script=Cyrillic}/u.test(replaced)) return replaced.replace(/\u00ad|\u0301/g, '')
  return replaced.normalize('NFD').replace(decorations, '').normalize('NFC')
}

/** The form in which two spellings of a word are compared: NFKC, lower case, no accents. */
export const fold = (text: string): string => foldAccents(lower(text))

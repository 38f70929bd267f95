import { classOfUnit, kinds } from '../analysis/characters.ts'

/** How many words a passage should have, and at most, and how many UTF-16 code units at most. */
export const wanted = 200
export const most = 260
export const longest = 2_400

const charactersPerWord = 1.6
const unitsPerUnspacedWord = 5

/**
 * How many words a span holds. Chinese, Japanese and Korean are counted at 1.6 characters a word and Thai, Lao, Khmer
 * and Myanmar at 5, so that a passage says about as much in any script; a run without white space counts as one word
 * for every 12 code units.
 */
export const measure = (text: string, start: number, end: number): number => {
  let words = 0
  let run = 0
  for (let at = start; at < end; at += 1) {
    const kind = classOfUnit(text.charCodeAt(at))
    if (kind === kinds.cjk) words += 1 / charactersPerWord
    else if (kind === kinds.unspaced) words += 1 / unitsPerUnspacedWord
    else if (kind === kinds.word || kind === kinds.highSurrogate) {
      if (run % 12 === 0) words += 1
      run += 1
      continue
    }
    run = 0
  }
  return words
}

/** Whether a code unit is white space, as `String.prototype.trim` has it. */
export const isBlank = (unit: number): boolean =>
  unit === 32 ||
  (unit >= 9 && unit <= 13) ||
  (unit >= 0xa0 &&
    (unit === 0xa0 ||
      unit === 0x1680 ||
      (unit >= 0x2000 && unit <= 0x200a) ||
      unit === 0x2028 ||
      unit === 0x2029 ||
      unit === 0x202f ||
      unit === 0x205f ||
      unit === 0x3000 ||
      unit === 0xfeff))

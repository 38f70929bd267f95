/** What a UTF-16 code unit is to the scanner. Astral characters are classed by code point with `classOfPoint`. */
export const kinds = {
  separator: 1,
  /** letters, marks and digits of scripts that put spaces between words */
  word: 2,
  /** Han, kana, Hangul: cut into bigrams */
  cjk: 3,
  /** Thai, Lao, Khmer, Myanmar: cut by dictionary */
  unspaced: 4,
  emoji: 5,
  highSurrogate: 6,
} as const

const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}ー々ﾞﾟ]/u
const unspaced = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
// soft hyphen and the zero-width joiners belong to the word they stand in; folding takes them out
const word = /[\p{L}\p{M}\p{N}\u00ad\u200c\u200d]/u
const emoji = /[\p{Emoji_Presentation}\p{Extended_Pictographic}]/u

const classify = (character: string): number => {
  if (cjk.test(character) && /[\p{L}\p{N}ー々ﾞﾟ]/u.test(character)) return kinds.cjk
  if (unspaced.test(character) && /[\p{L}\p{M}]/u.test(character)) return kinds.unspaced
  if (/[\ufe00-\ufe0f\u20e3]/u.test(character)) return kinds.separator
  if (word.test(character)) return kinds.word
  return emoji.test(character) ? kinds.emoji : kinds.separator
}

const classes = new Uint8Array(0x10000)
for (let code = 0; code < 128; code += 1) {
  classes[code] = /[A-Za-z0-9]/.test(String.fromCharCode(code)) ? kinds.word : kinds.separator
}

/** The class of one code unit; each is worked out once. A lone low surrogate is a separator. */
export const classOfUnit = (unit: number): number => {
  const known = classes[unit]
  if (known) return known
  const fresh =
    unit >= 0xd800 && unit <= 0xdfff
      ? unit < 0xdc00
        ? kinds.highSurrogate
        : kinds.separator
      : classify(String.fromCharCode(unit))
  classes[unit] = fresh
  return fresh
}

/** The class of a code point above U+FFFF. A lone high surrogate, read as itself, is a separator. */
export const classOfPoint = (point: number): number =>
  point < 0x10000 ? kinds.separator : classify(String.fromCodePoint(point))

export const isUpper = (unit: number): boolean => unit >= 65 && unit <= 90
export const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57
export const isAsciiLetter = (unit: number): boolean => (unit >= 97 && unit <= 122) || isUpper(unit)

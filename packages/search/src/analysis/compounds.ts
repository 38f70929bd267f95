import { classOfUnit, isAsciiLetter, isDigit, isUpper, kinds } from './characters.ts'

/** A piece of a compound such as `src/getUser.ts`: its span, and whether it is cut further. */
export interface Piece {
  start: number
  end: number
  /** `whole`: joined of several; `camel`: one run of letters and digits that has parts inside; `leaf`: nothing inside */
  kind: 'whole' | 'camel' | 'leaf'
}

/** A compound is followed this far; what comes after begins the next one. */
export const maxCompound = 256

const isWordUnit = (unit: number): boolean => unit === unit && classOfUnit(unit) === kinds.word

/**
 * The length of the connector at an offset inside a compound, or 0: one of `-./\:@` or a hyphen of Unicode, `://`,
 * `::`, the `:\` of a drive, or a run of `_`, with a letter or digit after it. A comma connects digits only.
 */
export const connectorAt = (text: string, offset: number): number => {
  const unit = text.charCodeAt(offset)
  let length = 0
  switch (unit) {
    case 45: // -
    case 46: // .
    case 47: // /
    case 64: // @
    case 92: // \
    case 0x2010:
    case 0x2011:
      length = 1
      break
    case 58: // :
      length = text.startsWith('://', offset) ? 3 : /^:[:\\/]/.test(text.slice(offset, offset + 2)) ? 2 : 1
      break
    case 95: // _
      length = 1
      while (length < 8 && text.charCodeAt(offset + length) === 95) length += 1
      break
    case 44: // ,
      return isDigit(text.charCodeAt(offset - 1)) && isDigit(text.charCodeAt(offset + 1)) ? 1 : 0
    default:
      return 0
  }
  return isWordUnit(text.charCodeAt(offset + length)) ? length : 0
}

const levels = [/:\/\/|[/\\:@]+/g, /\.+/g, /[-_,\u2010\u2011]+/g]

const cut = (text: string, start: number, end: number, level: number, pieces: Piece[]): void => {
  const pattern = levels[level]
  if (!pattern) {
    const camel = camelParts(text, start, end).length > 1
    pieces.push({ start, end, kind: camel ? 'camel' : 'leaf' })
    return
  }
  const spans: [number, number][] = []
  let from = start
  for (const match of text.slice(start, end).matchAll(pattern)) {
    const at = start + match.index
    if (at > from) spans.push([from, at])
    from = at + match[0].length
  }
  if (from < end) spans.push([from, end])
  if (spans.length > 1) pieces.push({ start, end, kind: 'whole' })
  for (const [first, last] of spans) cut(text, first, last, level + 1, pieces)
}

/**
 * The pieces of a compound, wholes before what is in them: the whole, then at each level what stands between its
 * connectors (path and address first, dots next, hyphens and underscores last), so that `user-name.ts` is found in
 * `src/user-name.ts` as a whole and its words by themselves. At most twice as many as there are words in it.
 */
export const cutCompound = (text: string, start: number, end: number): Piece[] => {
  const pieces: Piece[] = []
  cut(text, start, end, 0, pieces)
  return pieces
}

const isHump = (text: string, at: number, end: number): boolean => {
  const before = text.charCodeAt(at - 1)
  const here = text.charCodeAt(at)
  if (isDigit(before) !== isDigit(here)) return true
  if (!isUpper(here) || !isAsciiLetter(before)) return false
  if (!isUpper(before)) return true
  // the last capital of a run begins the next word: HTTPServer
  const next = at + 1 < end ? text.charCodeAt(at + 1) : 0
  return isAsciiLetter(next) && !isUpper(next)
}

/**
 * The words of a camelCase run as spans, digits apart (`E1234` gives `E`, `1234`). One span when there is nothing to
 * cut, or when the pieces are so many and short that this is no name but a hash, an id or base64.
 */
export const camelParts = (text: string, start: number, end: number): [number, number][] => {
  const whole: [number, number][] = [[start, end]]
  if (end - start > 64) return whole
  const parts: [number, number][] = []
  let from = start
  for (let at = start + 1; at < end; at += 1) {
    if (!isHump(text, at, end)) continue
    parts.push([from, at])
    from = at
  }
  parts.push([from, end])
  const tooShort = end - start < parts.length * 2 || (parts.length > 4 && end - start < parts.length * 3)
  const hex = parts.length > 2 && /^[0-9a-f]+$/i.test(text.slice(start, end))
  return parts.length > 8 || tooShort || hex ? whole : parts
}

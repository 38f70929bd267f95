import { classOfPoint, classOfUnit, isAsciiLetter, isDigit, isUpper, kinds } from './characters.ts'
import { camelParts, connectorAt, cutCompound, maxCompound } from './compounds.ts'
import { foldAccents, lower } from './fold.ts'
import { cutCjk, cutUnspaced } from './unspaced.ts'
import { bounded, wordAt, wordOf } from './words.ts'
import type { Scan, Token } from './tokens.ts'

const emitWord = (scan: Scan, kind: Token['kind'], spelling: string, start: number, end: number): void => {
  scan.tokens.push({ term: '', kind, position: scan.length, start, end })
  scan.words.push(wordOf(spelling))
}

const emitTerm = (scan: Scan, kind: Token['kind'], term: string, start: number, end: number): void => {
  scan.tokens.push({ term: bounded(term), kind, position: scan.length, start, end })
  scan.words.push(undefined)
}

const emitRun = (scan: Scan, text: string, start: number, end: number, alone: boolean): void => {
  const parts = camelParts(text, start, end)
  if (parts.length > 1) {
    emitWord(scan, 'whole', text.slice(start, end), start, end)
    for (const [first, last] of parts) emitWord(scan, 'part', text.slice(first, last), first, last)
  } else {
    emitWord(scan, alone ? 'word' : 'part', text.slice(start, end), start, end)
  }
  scan.length += 1
}

const emitCompound = (scan: Scan, text: string, start: number, end: number): void => {
  const spelling = text.slice(start, end)
  // thousands: one number, however it is written
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(spelling)) {
    emitTerm(scan, 'word', spelling.replaceAll(',', ''), start, end)
    scan.length += 1
    return
  }
  for (const piece of cutCompound(text, start, end)) {
    if (piece.kind === 'whole') {
      const whole = foldAccents(lower(text.slice(piece.start, piece.end)))
      emitTerm(scan, 'whole', whole.replaceAll('\\', '/'), piece.start, piece.end)
    } else {
      emitRun(scan, text, piece.start, piece.end, false)
    }
  }
}

const apostrophe = (unit: number): boolean => unit === 39 || unit === 0x2019 || unit === 0x02bc

/** Where the letters and digits that begin at an offset end. */
const runEnd = (text: string, from: number): number => {
  let at = from
  while (at < text.length) {
    const unit = text.charCodeAt(at)
    const kind = classOfUnit(unit)
    if (kind === kinds.word) at += 1
    else if (kind === kinds.highSurrogate && classOfPoint(text.codePointAt(at) ?? 0) === kinds.word) at += 2
    else break
  }
  return at
}

const contractions = new Set(['s', 'd', 'm', 'll', 're', 've'])

/** A word with an apostrophe at `end`; gives where reading goes on, or `end` if the apostrophe is only a quote. */
const scanApostrophe = (scan: Scan, text: string, start: number, end: number): number => {
  const last = runEnd(text, end + 1)
  const tail = last - end <= 3 ? text.slice(end + 1, last).toLowerCase() : ''
  if (last === end + 1 || end - start > 32) return end
  if (contractions.has(tail)) {
    emitRun(scan, text, start, end, true)
    return last
  }
  // don't, isn't: typed without the apostrophe as often as with it
  if (tail === 't') {
    emitWord(scan, 'word', `${text.slice(start, end)}t`, start, last)
    scan.length += 1
    return last
  }
  // O'Brien and D'Angelo are written in one as well; l'école is two words
  if (isUpper(text.charCodeAt(end + 1)) && last - end <= 32) {
    emitWord(scan, 'whole', text.slice(start, end) + text.slice(end + 1, last), start, last)
  }
  emitRun(scan, text, start, end, true)
  return end + 1
}

// neither capitals inside nor digits: nothing to cut
const isPlain = (text: string, start: number, end: number): boolean => {
  for (let at = start + 1; at < end; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit < 97 && (isUpper(unit) || isDigit(unit))) return false
  }
  return !isDigit(text.charCodeAt(start))
}

const plainEnds = new Set(' \n\r\t!?;()[]{}<>="&*|'.split('').map((sign) => sign.charCodeAt(0)))
const endsPlain = Uint8Array.from({ length: 128 }, (_, unit) => (plainEnds.has(unit) ? 1 : 0))

/**
 * The end of an ordinary word: an ASCII letter and small ones after it, then a blank or a sign that joins nothing.
 * 0 if it is not one: most words are, and pass here quickly.
 */
const plainEnd = (text: string, start: number): number => {
  if (!isAsciiLetter(text.charCodeAt(start))) return 0
  let end = start + 1
  let unit = text.charCodeAt(end)
  while (unit >= 97 && unit <= 122) {
    end += 1
    unit = text.charCodeAt(end)
  }
  if (unit === 46 || unit === 44) return text.charCodeAt(end + 1) <= 32 ? end : 0
  return unit < 128 && endsPlain[unit] === 1 ? end : 0
}

const scanWord = (scan: Scan, text: string, start: number): number => {
  const plain = plainEnd(text, start)
  if (plain !== 0) {
    scan.tokens.push({ term: '', kind: 'word', position: scan.length, start, end: plain })
    scan.words.push(wordAt(text, start, plain))
    scan.length += 1
    return plain
  }
  let end = runEnd(text, start)
  const next = text.charCodeAt(end)
  if (apostrophe(next)) {
    const after = scanApostrophe(scan, text, start, end)
    if (after !== end) return after
  }
  let joined = false
  for (let length = connectorAt(text, end); length > 0; length = connectorAt(text, end)) {
    const last = runEnd(text, end + length)
    if (last - start > maxCompound) break
    joined = true
    end = last
  }
  if (joined) {
    emitCompound(scan, text, start, end)
    return end
  }
  // C++, C#, F#: the sign is the name
  if (end - start === 1 && isAsciiLetter(text.charCodeAt(start))) {
    const sign = text.startsWith('++', end) ? '++' : next === 35 ? '#' : ''
    if (sign) emitTerm(scan, 'whole', text.slice(start, end).toLowerCase() + sign, start, end + sign.length)
  }
  if (isPlain(text, start, end)) {
    emitWord(scan, 'word', text.slice(start, end), start, end)
    scan.length += 1
  } else {
    emitRun(scan, text, start, end, true)
  }
  return end
}

/** Reads a text once, from left to right, in time linear in its length whatever it holds. */
export const scanText = (text: string): Scan => {
  const scan: Scan = { tokens: [], words: [], length: 0 }
  let at = 0
  while (at < text.length) {
    let kind = classOfUnit(text.charCodeAt(at))
    let width = 1
    if (kind === kinds.highSurrogate) {
      const point = text.codePointAt(at) ?? 0
      kind = classOfPoint(point)
      width = point > 0xffff ? 2 : 1
    }
    if (kind === kinds.word) {
      at = Math.max(scanWord(scan, text, at), at + width)
    } else if (kind === kinds.cjk) {
      at = cutCjk(text, at, scan)
    } else if (kind === kinds.unspaced) {
      at = cutUnspaced(text, at, scan)
    } else {
      if (kind === kinds.emoji) {
        emitTerm(scan, 'word', text.slice(at, at + width), at, at + width)
        scan.length += 1
      }
      at += width
    }
  }
  return scan
}

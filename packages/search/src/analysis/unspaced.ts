import { classOfPoint, classOfUnit, kinds } from './characters.ts'
import { fold } from './fold.ts'
import type { Scan, Token } from './tokens.ts'

const push = (scan: Scan, kind: Token['kind'], term: string, start: number, end: number): void => {
  scan.tokens.push({ term, kind, position: scan.length, start, end })
  scan.words.push(undefined)
}

const classAt = (text: string, at: number): number => {
  const kind = classOfUnit(text.charCodeAt(at))
  return kind === kinds.highSurrogate ? classOfPoint(text.codePointAt(at) ?? 0) : kind
}

const widthAt = (text: string, at: number): number => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1)

// kana, common Han and Hangul are what folding would make of them
const foldCharacter = (character: string): string =>
  /^[\u3041-\u30fe\u4e00-\u9fff\uac00-\ud7a3]$/.test(character) ? character : fold(character)

/** The end of the character at an offset, with the half-width voicing marks that belong to it. */
const characterEnd = (text: string, at: number): number => {
  let end = at + widthAt(text, at)
  while (text.charCodeAt(end) === 0xff9e || text.charCodeAt(end) === 0xff9f) end += 1
  return end
}

/**
 * The terms of a run of Chinese, Japanese or Korean that begins at an offset: each two neighbouring characters as a
 * word, and each character as an alias for queries of one character. Bigrams and not dictionary words, because a
 * dictionary cuts the same word differently in a sentence and in a query (and differently from one ICU to the next),
 * while bigrams always agree; for retrieval they do about as well as words (Nie, Gao, Zhang and Zhou 2000).
 * Gives the offset behind the run.
 */
export const cutCjk = (text: string, from: number, scan: Scan): number => {
  let at = from
  let end = characterEnd(text, at)
  let here = foldCharacter(text.slice(at, end))
  for (;;) {
    const more = end < text.length && classAt(text, end) === kinds.cjk
    const nextEnd = more ? characterEnd(text, end) : end
    const next = more ? foldCharacter(text.slice(end, nextEnd)) : ''
    const alone = !more && at === from
    if (more) push(scan, 'word', here + next, at, nextEnd)
    if (here) push(scan, alone ? 'word' : 'alias', here, at, end)
    scan.length += 1
    if (!more) return end
    at = end
    end = nextEnd
    here = next
  }
}

const segmenter = new Intl.Segmenter('th', { granularity: 'word' })
const window = 2_000
const longest = 24

/**
 * The words of a run of Thai, Lao, Khmer or Myanmar that begins at an offset, by the dictionary of `Intl.Segmenter`.
 * A piece longer than any word, where the dictionary knows nothing, is cut into pieces of `longest` code units.
 * Gives the offset behind the run.
 */
export const cutUnspaced = (text: string, from: number, scan: Scan): number => {
  let end = from
  while (end < text.length && end - from < window && classAt(text, end) === kinds.unspaced) end += widthAt(text, end)
  for (const { segment, index } of segmenter.segment(text.slice(from, end))) {
    for (let offset = 0; offset < segment.length; offset += longest) {
      const piece = segment.slice(offset, offset + longest)
      const term = fold(piece)
      if (!term) continue
      push(scan, 'word', term, from + index + offset, from + index + offset + piece.length)
      scan.length += 1
    }
  }
  return end
}

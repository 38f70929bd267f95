import { blocksOf } from './blocks.ts'
import { cutBlock } from './cut.ts'
import { longest, measure, most, wanted } from './measure.ts'

/** A span of a text, the unit of search. `text.slice(start, end)` is its content, without blank edges. */
export interface Passage {
  /** 0, 1, 2 ... in the order of the text */
  ordinal: number
  /** offsets in UTF-16 code units */
  start: number
  end: number
  /** the same span in code points, as Postgres counts characters */
  char_start: number
  char_length: number
}

interface Span {
  start: number
  end: number
  words: number
}

const merge = function* (text: string): Generator<Span> {
  let open: Span | undefined
  for (const block of blocksOf(text)) {
    for (const piece of cutBlock(text, block)) {
      const words = measure(text, piece.start, piece.end)
      const fits: boolean = open !== undefined && open.words + words <= most && piece.end - open.start <= longest
      // a heading opens a passage, unless the one before is too small to stand by itself
      const opens: boolean = open !== undefined && piece.heading && open.words >= wanted / 4
      if (open && fits && !opens && open.words < wanted) {
        open.end = piece.end
        open.words += words
      } else {
        if (open) yield open
        open = { start: piece.start, end: piece.end, words }
      }
    }
  }
  if (open) yield open
}

const codePoints = (text: string, start: number, end: number): number => {
  let count = 0
  for (let at = start; at < end; at += 1) {
    const unit = text.charCodeAt(at)
    // the second half of a pair was counted with its first
    const second = unit >= 0xdc00 && unit <= 0xdfff && at > 0 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800
    if (!second) count += 1
  }
  return count
}

/**
 * Splits a text into passages of about 200 words at its natural borders: headings, blank lines, list items, the turns
 * of a conversation, lines; fenced code stays in one piece if it fits. A piece that is too long by itself is cut
 * between sentences, then words, then graphemes. Passages are in order, do not overlap, hold all that is not white
 * space, and never begin or end inside a grapheme (excepted are white space with marks on it, and a grapheme of more
 * than 2,400 code units, which is cut between code points). A blank text has none. Pure, and linear in the length of the text.
 */
export const splitPassages = (text: string): Passage[] => {
  const passages: Passage[] = []
  let at = 0
  let points = 0
  for (const { start, end } of merge(text)) {
    points += codePoints(text, at, start)
    const length = codePoints(text, start, end)
    passages.push({ ordinal: passages.length, start, end, char_start: points, char_length: length })
    points += length
    at = end
  }
  return passages
}

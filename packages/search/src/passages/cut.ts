import type { Block } from './blocks.ts'
import { isBlank, longest, measure, most, wanted } from './measure.ts'

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** The last border between graphemes at or before `limit`; if one grapheme fills it all, one between code points. */
const graphemeBorder = (text: string, start: number, limit: number): number => {
  if (/^[!-~]{2}$/.test(text.slice(limit - 1, limit + 1))) return limit
  // the last piece is looked at with what follows, so that its end is a true one
  const window = text.slice(start, Math.min(text.length, limit + 64))
  let border = 0
  for (const { index } of graphemes.segment(window)) {
    if (start + index > limit) break
    border = index
  }
  if (border > 0) return start + border
  const half = (text.charCodeAt(limit - 1) & 0xfc00) === 0xd800
  return half ? limit - 1 : limit
}

const endsSentence = (text: string, at: number): boolean => {
  const unit = text.charCodeAt(at - 1)
  if (unit === 0x3002 || unit === 0xff01 || unit === 0xff1f || unit === 10) return true
  return isBlank(text.charCodeAt(at)) && (unit === 46 || unit === 33 || unit === 63 || unit === 0x2026)
}

/** How far a piece may reach from `start`: as many words and code units as a passage takes. */
const reach = (text: string, start: number, end: number): number => {
  const step = 120
  let words = 0
  let at = start
  while (at < end && at - start < longest) {
    const next = Math.min(at + step, end, start + longest)
    words += measure(text, at, next)
    if (words > wanted && at > start) break
    at = next
  }
  return at
}

// what continues a grapheme: after it a border would tear a mark off its letter
const continues = /^(?:\u200c|\u200d|[\p{M}\p{Emoji_Modifier}]|[\u{e0020}-\u{e007f}])/u

const borderBefore = (text: string, start: number, limit: number): number => {
  const half = start + Math.floor((limit - start) / 2)
  for (let at = limit; at > half; at -= 1) {
    if (endsSentence(text, at) && !continues.test(text.slice(at, at + 2))) return at
  }
  for (let at = limit; at > half; at -= 1) if (isBlank(text.charCodeAt(at))) return at
  return graphemeBorder(text, start, limit)
}

/**
 * Cuts a block that is too long for a passage: at the end of a line or sentence in the second half of what fits, else
 * between words, else between graphemes. A block that fits is given as it is.
 */
export const cutBlock = function* (text: string, block: Block): Generator<Block> {
  if (block.end - block.start <= longest && measure(text, block.start, block.end) <= most) {
    yield block
    return
  }
  let start = block.start
  while (start < block.end) {
    const limit = reach(text, start, block.end)
    const cut = limit >= block.end ? block.end : borderBefore(text, start, limit)
    let end = cut
    while (end > start && isBlank(text.charCodeAt(end - 1))) end -= 1
    if (end > start) yield { start, end, heading: block.heading && start === block.start }
    start = cut
    while (start < block.end && isBlank(text.charCodeAt(start))) start += 1
  }
}

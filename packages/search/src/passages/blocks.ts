import { isBlank } from './measure.ts'

/** A stretch of whole lines that belong together, without blank edges. */
export interface Block {
  start: number
  end: number
  heading: boolean
}

interface Line extends Block {
  /** begins something: a list item, a speaker's turn, a table row */
  begins: boolean
  /** the marks that open or close fenced code, if it does */
  fence: string
}

const speaker = /^[\p{L}\p{N}][^:\n]{0,38}[:：](?:\s|$)/u
const item = /^(?:[-*+•>|]|\d{1,4}[.)])\s/
const heading = /^#{1,6}(?:\s|$)/

const lineOf = (text: string, from: number, to: number): Line | undefined => {
  let start = from
  let end = to
  while (start < end && isBlank(text.charCodeAt(start))) start += 1
  while (end > start && isBlank(text.charCodeAt(end - 1))) end -= 1
  if (start === end) return undefined
  const head = text.slice(start, Math.min(end, start + 60))
  return {
    start,
    end,
    heading: heading.test(head),
    begins: item.test(head) || speaker.test(head),
    fence: /^(?:`{3,}|~{3,})/.exec(head)?.[0] ?? '',
  }
}

/**
 * The blocks of a text in order: a heading, a paragraph (up to a blank line), a list item, a turn of a conversation,
 * a fenced piece of code (to its closing marks, or to the end). Together they hold all that is not white space.
 */
export const blocksOf = function* (text: string): Generator<Block> {
  let open: Block | undefined
  let fence = ''
  for (let from = 0; from < text.length;) {
    const newline = text.indexOf('\n', from)
    const to = newline < 0 ? text.length : newline
    const line = lineOf(text, from, to)
    from = to + 1
    if (fence !== '') {
      if (line && open) open.end = line.end
      if (line?.fence.startsWith(fence)) {
        fence = ''
        if (open) yield open
        open = undefined
      }
    } else if (!line) {
      if (open) yield open
      open = undefined
    } else if (open && !line.heading && !line.begins && line.fence === '') {
      open.end = line.end
    } else {
      if (open) yield open
      open = { start: line.start, end: line.end, heading: line.heading }
      fence = line.fence
      if (line.heading) {
        yield open
        open = undefined
      }
    }
  }
  if (open) yield open
}

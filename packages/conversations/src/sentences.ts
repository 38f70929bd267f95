export interface Sentence {
  text: string
  /** In UTF-16 units. */
  start: number
}

const fenceMark = /^ {0,3}(`{3,}|~{3,})/
// headings, quotations, tables, rules and indented code say nothing of their own
const unspoken = /^(?:#{1,6} |>|\||(?:-{3,}|\*{3,})\s*$| {4,}|\t)/
const listMark = /^[ \t]*(?:[-*+•]|\d+[.)])[ \t]+/
// a full stop, question or exclamation mark with what closes a quotation, before white space and a new beginning
const sentenceEnd = /[.!?…]+["'”’)\]*_]*(?=\s+["'“‘([*_]*[\p{Lu}\p{N}\p{Extended_Pictographic}]|\s*$)/gu
const abbreviation = /\b(?:e\.g|i\.e|etc|vs|approx|Mr|Mrs|Ms|Dr|St|No|cf)\.$/

/** The sentences of a text that are prose, word for word and without the white space around them. */
export function sentencesOf(text: string): Sentence[] {
  return paragraphsOf(text).flatMap(({ text: paragraph, start }) => splitParagraph(paragraph, start))
}

/** Runs of lines that belong together: a list item begins a new one, and what is no prose ends it. */
function paragraphsOf(text: string): Sentence[] {
  const paragraphs: Sentence[] = []
  let fence = ''
  let open = false
  let at = 0
  for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    const mark = fenceMark.exec(line)?.[1]
    const fenced = fence !== '' || mark !== undefined
    if (mark !== undefined) fence = fence === '' ? mark : mark.startsWith(fence) ? '' : fence
    const item = listMark.exec(line)?.[0].length ?? 0
    const prose = !fenced && line.trim() !== '' && (item > 0 || !unspoken.test(line))
    const last = paragraphs.at(-1)
    if (prose && open && item === 0 && last !== undefined) last.text += line
    else if (prose) paragraphs.push({ text: line.slice(item), start: at + item })
    open = prose
    at += line.length
  }
  return paragraphs
}

function splitParagraph(paragraph: string, start: number): Sentence[] {
  const sentences: Sentence[] = []
  let begin = 0
  const take = (end: number) => {
    const piece = paragraph.slice(begin, end)
    const text = piece.trim()
    if (text !== '') sentences.push({ text, start: start + begin + piece.indexOf(text) })
    begin = end
  }
  for (const match of paragraph.matchAll(sentenceEnd)) {
    const end = match.index + match[0].length
    if (!abbreviation.test(paragraph.slice(begin, end))) take(end)
  }
  take(paragraph.length)
  return sentences
}

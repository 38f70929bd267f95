const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })
const wide =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u
const zero = /^\p{M}+$/u

/** How many columns a text takes: two for the wide ones of East Asia and for emoji. */
export function widthOf(text: string): number {
  let width = 0
  for (const { segment } of graphemes.segment(text)) width += widthOfGrapheme(segment)
  return width
}

/** A text cut to so many columns, the last one … when something is missing. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  let kept = ''
  let used = 0
  for (const { segment } of graphemes.segment(text)) {
    used += widthOfGrapheme(segment)
    if (used > width - 1) break
    kept += segment
  }
  return `${kept.trimEnd()}…`
}

/** The lines of a text, broken at blanks where it can be, none longer than the width. */
export function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line.replaceAll('\t', '  '), width))
}

function wrapLine(line: string, width: number): string[] {
  const lines: string[] = []
  let current = ''
  for (const word of line.split(/(?<= )(?=[^ ])/u)) {
    if (widthOf((current + word).trimEnd()) > width && current.trim() !== '') {
      lines.push(current.trimEnd())
      current = ''
    }
    current += word
    while (widthOf(current.trimEnd()) > width) {
      const head = headOf(current, width)
      lines.push(head)
      current = current.slice(head.length)
    }
  }
  return [...lines, current.trimEnd()]
}

function headOf(text: string, width: number): string {
  let head = ''
  let used = 0
  for (const { segment } of graphemes.segment(text)) {
    used += widthOfGrapheme(segment)
    // one grapheme at least, or a narrow width would never end
    if (used > width && head !== '') break
    head += segment
  }
  return head
}

function widthOfGrapheme(segment: string): number {
  return zero.test(segment) ? 0 : wide.test(segment) ? 2 : 1
}

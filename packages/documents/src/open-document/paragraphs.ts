import type { LineWriter } from '../line-writer.ts'
import type { XmlTag } from '../read-xml.ts'

// a longer run of spaces is no text
const maxSpaces = 1_000

/** Writes the text of OpenDocument paragraphs, the only text there is. White space is as in HTML: a run is one space. */
export function createParagraphs(writer: Pick<LineWriter, 'text' | 'tab' | 'endLine' | 'breakLine'>) {
  let depth = 0
  let afterSpace = true
  return {
    open({ name, attributes }: XmlTag) {
      if (name === 'p' || name === 'h') {
        // one within another is that of a text box
        writer.endLine()
        depth += 1
        afterSpace = true
      }
      if (depth === 0) return
      if (name === 's') writer.text(' '.repeat(Math.min(Number(attributes['c'] ?? 1) || 1, maxSpaces)))
      if (name === 'tab') writer.tab()
      if (name === 'line-break') writer.breakLine()
      if (name === 's' || name === 'tab' || name === 'line-break') afterSpace = true
    },
    text(text: string) {
      if (depth === 0) return
      const collapsed = text.replace(/[ \t\r\n]+/g, ' ')
      const shown = afterSpace && collapsed.startsWith(' ') ? collapsed.slice(1) : collapsed
      if (collapsed !== '') afterSpace = collapsed.endsWith(' ')
      writer.text(shown)
    },
    close(name: string) {
      if (depth === 0 || (name !== 'p' && name !== 'h')) return
      depth -= 1
      writer.breakLine()
    },
  }
}

import type { Archive } from '../archive.ts'
import type { LineWriter } from '../line-writer.ts'
import { readXml, type XmlTag } from '../read-xml.ts'

// deleted or moved away, the older of two renderings, what a number field shows, and how things look
const hidden = new Set(['del', 'moveFrom', 'Fallback', 'pPr', 'rPr', 'sectPr', 'tblPr', 'trPr', 'tcPr', 'bodyPr'])

export interface FlowOptions {
  /** Whether an element is left out with all that is in it. */
  skips?: (tag: XmlTag) => boolean
  /** Told of each element, before its text. */
  opened?: (tag: XmlTag) => void
  closed?: (name: string) => void
}

/** Writes the text of a member of Word or PowerPoint: paragraphs to lines, tables by rows and cells. */
export async function readFlow(
  archive: Archive,
  member: string,
  writer: LineWriter,
  { skips, opened, closed }: FlowOptions = {},
): Promise<void> {
  let skipping = 0
  let inText = false
  await readXml(archive, member, {
    open(tag) {
      if (skipping > 0 || hidden.has(tag.name) || skips?.(tag)) {
        skipping += 1
        return
      }
      opened?.(tag)
      inText = tag.name === 't'
      writeStart(writer, tag.name)
    },
    text(text) {
      if (inText && skipping === 0) writer.text(text)
    },
    close(name) {
      inText = false
      if (skipping > 0) {
        skipping -= 1
        return
      }
      writeEnd(writer, name)
      closed?.(name)
    },
  })
}

function writeStart(writer: LineWriter, name: string) {
  switch (name) {
    // a paragraph within another one is that of a text box
    case 'p':
      return writer.endLine()
    case 'tr':
      return writer.startRow()
    case 'tc':
      return writer.startCell()
    case 'tab':
    case 'ptab':
      return writer.tab()
    case 'br':
    case 'cr':
      return writer.breakLine()
    case 'noBreakHyphen':
      return writer.text('\u2011')
  }
}

function writeEnd(writer: LineWriter, name: string) {
  switch (name) {
    case 'p':
      return writer.breakLine()
    case 'tc':
      return writer.endCell()
    case 'tr':
      return writer.endRow()
  }
}

import type { Archive } from '../archive.ts'
import type { LineWriter } from '../line-writer.ts'
import { readXml, type XmlTag } from '../read-xml.ts'
import { createParagraphs } from './paragraphs.ts'

// deleted text is kept aside in tracked changes; the others show a number or how to read the characters aloud
const hidden = new Set([
  'tracked-changes',
  'note-citation',
  'ruby-text',
  'page-number',
  'page-count',
  'font-face-decls',
])
const asides = new Set(['note-body', 'annotation'])

export interface OpenFlow {
  body: LineWriter
  /** Where footnotes, endnotes and comments go, which stand in the midst of a paragraph. */
  notes: LineWriter
  opened?: (tag: XmlTag) => void
  closed?: (name: string) => void
}

/** Writes the paragraphs and tables of a member of an OpenDocument file. */
export async function readFlow(archive: Archive, member: string, { body, notes, opened, closed }: OpenFlow) {
  const main = createParagraphs(body)
  let paragraphs = main
  let skipping = 0
  let aside = 0
  await readXml(archive, member, {
    open(tag) {
      if (skipping > 0 || hidden.has(tag.name)) {
        skipping += 1
        return
      }
      opened?.(tag)
      if (asides.has(tag.name)) {
        aside += 1
        paragraphs = createParagraphs(notes)
      }
      paragraphs.open(tag)
      const writer = aside > 0 ? notes : body
      if (tag.name === 'table-row') writer.startRow()
      if (tag.name === 'table-cell') writer.startCell()
    },
    text(text) {
      if (skipping === 0) paragraphs.text(text)
    },
    close(name) {
      if (skipping > 0) {
        skipping -= 1
        return
      }
      paragraphs.close(name)
      const writer = aside > 0 ? notes : body
      if (name === 'table-cell') writer.endCell()
      if (name === 'table-row') writer.endRow()
      if (asides.has(name)) {
        aside -= 1
        if (aside === 0) paragraphs = main
      }
      closed?.(name)
    },
  })
}

import type { Archive } from '../archive.ts'
import { createLineWriter } from '../line-writer.ts'
import { readXml, type XmlTag } from '../read-xml.ts'
import { cleanName, type TextBudget } from '../text-budget.ts'
import type { DocumentPart } from '../types.ts'
import { createParagraphs } from './paragraphs.ts'

const cellNames = new Set(['table-cell', 'covered-table-cell'])
// a sheet ends with a cell and a row that are repeated to its far edge
const farEdge = 1_048_576

/** The sheets of a spreadsheet. A cell or row that says that it is repeated is written as often, unless it is blank. */
export async function readTables(archive: Archive, member: string, budget: TextBudget): Promise<DocumentPart[]> {
  const parts: DocumentPart[] = []
  const writer = createLineWriter(budget)
  let number = 0
  let name: string | undefined
  let line = ''
  let tabsDue = 0
  let rowRepeat = 1
  let cell = startCell({ name: '', attributes: {} })
  let inAside = 0

  await readXml(archive, member, {
    open(tag) {
      if (tag.name === 'annotation' || tag.name === 'tracked-changes') inAside += 1
      if (inAside > 0) return
      if (tag.name === 'table') {
        number += 1
        name = cleanName(tag.attributes['name'])
      }
      if (tag.name === 'table-row') {
        line = ''
        tabsDue = 0
        rowRepeat = repeatOf(tag.attributes['number-rows-repeated'])
      }
      if (cellNames.has(tag.name)) cell = startCell(tag)
      cell.paragraphs.open(tag)
    },
    text(text) {
      if (inAside > 0) return
      cell.paragraphs.text(text)
      budget.check(cell.length())
    },
    close(tag) {
      if (tag === 'annotation' || tag === 'tracked-changes') {
        inAside -= 1
        return
      }
      if (inAside > 0) return
      cell.paragraphs.close(tag)
      if (cellNames.has(tag)) {
        const text = cell.value()
        if (text === '') tabsDue += cell.repeat
        else {
          budget.check(line.length + tabsDue + cell.repeat * (text.length + 1))
          line += '\t'.repeat(tabsDue) + text + `\t${text}`.repeat(cell.repeat - 1)
          tabsDue = 1
        }
      }
      if (tag === 'table-row' && line !== '') {
        for (let times = 0; times < rowRepeat; times += 1) writer.text(`${line}\n`)
      }
      if (tag !== 'table') return
      const text = writer.take()
      if (text !== undefined) parts.push({ label: 'sheet', number, ...(name !== undefined && { name }), text })
    },
  })
  return parts
}

function startCell({ attributes }: XmlTag) {
  let shown = ''
  const append = (text: string) => {
    shown += text
  }
  const space = () => append(' ')
  const date = attributes['value-type'] === 'date' ? attributes['date-value'] : undefined
  return {
    repeat: repeatOf(attributes['number-columns-repeated']),
    paragraphs: createParagraphs({ text: append, tab: space, endLine: space, breakLine: space }),
    length: () => shown.length,
    value: () => (date ?? shown).replace(/\s+/g, ' ').trim(),
  }
}

function repeatOf(count: string | undefined): number {
  return Math.min(Math.max(1, Math.trunc(Number(count ?? 1)) || 1), farEdge)
}

import type { Archive } from '../archive.ts'
import { readTitle } from '../read-title.ts'
import { readXml } from '../read-xml.ts'
import { cleanName, type TextBudget } from '../text-budget.ts'
import type { DocumentPart, ReadResult } from '../types.ts'
import { readNumberMeanings } from './number-formats.ts'
import { readSharedStrings } from './read-shared-strings.ts'
import { readSheet } from './read-sheet.ts'
import { readRelationships, targetsOf } from './relationships.ts'

/** A workbook sheet by sheet, hidden ones as well: a line for each row that has values, its cells apart by tabs. */
export async function readWorkbook(archive: Archive, main: string, budget: TextBudget): Promise<ReadResult> {
  const relationships = await readRelationships(archive, main)
  const targets = new Map(relationships.map(({ id, target }) => [id, target]))
  const { sheets, date1904 } = await readSheetList(archive, main)
  const strings = await readSharedStrings(archive, targetsOf(relationships, 'sharedStrings')[0], budget)
  const meanings = await readNumberMeanings(archive, targetsOf(relationships, 'styles')[0])
  const parts: DocumentPart[] = []
  for (const [index, { id, name: given }] of sheets.entries()) {
    const member = targets.get(id)
    if (member === undefined) continue
    const text = await readSheet(archive, member, { strings, meanings, date1904, budget })
    const name = cleanName(given)
    if (text !== undefined) parts.push({ label: 'sheet', number: index + 1, ...(name !== undefined && { name }), text })
  }
  const [core] = targetsOf(await readRelationships(archive, ''), 'core-properties')
  const title = await readTitle(archive, core)
  return { ...(title !== undefined && { title }), parts }
}

async function readSheetList(archive: Archive, main: string) {
  const sheets: { id: string; name: string | undefined }[] = []
  let date1904 = false
  await readXml(archive, main, {
    open({ name, attributes }) {
      if (name === 'sheet') sheets.push({ id: attributes['r:id'] ?? '', name: attributes['name'] })
      if (name === 'workbookPr') date1904 = ['1', 'true'].includes(attributes['date1904'] ?? '')
    },
  })
  return { sheets, date1904 }
}

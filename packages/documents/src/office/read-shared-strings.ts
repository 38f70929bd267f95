import type { Archive } from '../archive.ts'
import { readXml } from '../read-xml.ts'
import type { TextBudget } from '../text-budget.ts'

/** The strings that the cells of a workbook name by their index. Each is used by a cell, so they count as text. */
export async function readSharedStrings(
  archive: Archive,
  member: string | undefined,
  budget: TextBudget,
): Promise<string[]> {
  const strings: string[] = []
  if (member === undefined) return strings
  const shared = budget.fork()
  let current = ''
  let inText = false
  let inReading = false
  await readXml(archive, member, {
    open({ name }) {
      if (name === 'si') current = ''
      // how to read the characters aloud
      if (name === 'rPh') inReading = true
      inText = name === 't' && !inReading
    },
    text(text) {
      if (!inText) return
      shared.spend(text)
      current += text
    },
    close(name) {
      inText = false
      if (name === 'rPh') inReading = false
      if (name !== 'si') return
      // an empty one takes room as well
      shared.spend('\t')
      strings.push(current)
    },
  })
  return strings
}

import type { Archive } from '../archive.ts'
import { createLineWriter } from '../line-writer.ts'
import { readTitle } from '../read-title.ts'
import { readXml } from '../read-xml.ts'
import { Refusal } from '../reasons.ts'
import { cleanName, type TextBudget } from '../text-budget.ts'
import type { DocumentPart, ReadResult } from '../types.ts'
import { readFlow } from './read-flow.ts'
import { readTables } from './read-tables.ts'

const content = 'content.xml'

/** A text document as one part, its notes, comments, headers and footers behind the body. */
export async function readOpenText(archive: Archive, budget: TextBudget): Promise<ReadResult> {
  await refuseEncrypted(archive)
  const body = createLineWriter(budget)
  const notes = createLineWriter(budget)
  await readFlow(archive, content, { body, notes })
  const edges = createLineWriter(budget)
  await readFlow(archive, 'styles.xml', { body: edges, notes })
  const texts = [body.take(), edges.take(), notes.take()].filter((text) => text !== undefined)
  return { ...(await titleOf(archive)), parts: [{ text: texts.join('\n\n') }] }
}

/** A presentation slide by slide, each with its notes. */
export async function readOpenSlides(archive: Archive, budget: TextBudget): Promise<ReadResult> {
  await refuseEncrypted(archive)
  const writer = createLineWriter(budget)
  const parts: DocumentPart[] = []
  let number = 0
  let name: string | undefined
  await readFlow(archive, content, {
    body: writer,
    notes: writer,
    opened(tag) {
      if (tag.name !== 'page') return
      number += 1
      name = cleanName(tag.attributes['name'])
    },
    closed(tag) {
      if (tag !== 'page') return
      const text = writer.take()
      if (text !== undefined) parts.push({ label: 'slide', number, ...(name !== undefined && { name }), text })
    },
  })
  return { ...(await titleOf(archive)), parts }
}

/** A spreadsheet sheet by sheet: a line for each row that has values, its cells apart by tabs. */
export async function readOpenSheets(archive: Archive, budget: TextBudget): Promise<ReadResult> {
  await refuseEncrypted(archive)
  return { ...(await titleOf(archive)), parts: await readTables(archive, content, budget) }
}

async function titleOf(archive: Archive): Promise<{ title?: string }> {
  const title = await readTitle(archive, 'meta.xml')
  return title === undefined ? {} : { title }
}

/** An encrypted document names in the clear what is encrypted in it. */
async function refuseEncrypted(archive: Archive) {
  if (archive.has('encrypted-package')) throw new Refusal('encrypted')
  await readXml(archive, 'META-INF/manifest.xml', {
    open({ name }) {
      if (name === 'encryption-data') throw new Refusal('encrypted')
    },
  })
  if (!archive.has(content)) throw new Refusal('broken')
}

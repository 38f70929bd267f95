import type { Archive } from '../archive.ts'
import { createLineWriter, type LineWriter } from '../line-writer.ts'
import { readTitle } from '../read-title.ts'
import { readXml } from '../read-xml.ts'
import { cleanName, type TextBudget } from '../text-budget.ts'
import type { DocumentPart, ReadResult } from '../types.ts'
import { readFlow } from './read-flow.ts'
import { readRelationships, targetsOf } from './relationships.ts'

/** A presentation slide by slide in the order in which it is shown, hidden ones as well, each with its notes. */
export async function readSlides(archive: Archive, main: string, budget: TextBudget): Promise<ReadResult> {
  const relationships = await readRelationships(archive, main)
  const targets = new Map(relationships.map(({ id, target }) => [id, target]))
  const parts: DocumentPart[] = []
  for (const [index, id] of (await slideIds(archive, main)).entries()) {
    const slide = targets.get(id)
    if (slide === undefined) continue
    const { name, text } = await readSlide(archive, slide, createLineWriter(budget))
    if (text === undefined) continue
    parts.push({ label: 'slide', number: index + 1, ...(name !== undefined && { name }), text })
  }
  const [core] = targetsOf(await readRelationships(archive, ''), 'core-properties')
  const title = await readTitle(archive, core)
  return { ...(title !== undefined && { title }), parts }
}

async function slideIds(archive: Archive, main: string): Promise<string[]> {
  const ids: string[] = []
  await readXml(archive, main, {
    open({ name, attributes }) {
      if (name === 'sldId') ids.push(attributes['r:id'] ?? '')
    },
  })
  return ids
}

async function readSlide(archive: Archive, slide: string, writer: LineWriter) {
  const relationships = await readRelationships(archive, slide)
  let isTitle = false
  let title = ''
  const titled: LineWriter = {
    ...writer,
    text(text) {
      if (isTitle) title += text
      writer.text(text)
    },
    breakLine() {
      if (isTitle) title += ' '
      writer.breakLine()
    },
  }
  await readFlow(archive, slide, titled, {
    skips: isSlideNumber,
    opened({ name, attributes }) {
      if (name === 'ph') isTitle = attributes['type'] === 'title' || attributes['type'] === 'ctrTitle'
    },
    closed(name) {
      if (name === 'sp') isTitle = false
    },
  })
  for (const type of ['diagramData', 'notesSlide']) {
    for (const member of targetsOf(relationships, type)) {
      writer.breakLine()
      await readFlow(archive, member, writer, { skips: isSlideNumber })
    }
  }
  return { name: cleanName(title), text: writer.take() }
}

const isSlideNumber = ({ name, attributes }: { name: string; attributes: Record<string, string> }) =>
  name === 'fld' && attributes['type'] === 'slidenum'

import type { Archive } from '../archive.ts'
import { createLineWriter } from '../line-writer.ts'
import { readTitle } from '../read-title.ts'
import type { TextBudget } from '../text-budget.ts'
import type { ReadResult } from '../types.ts'
import { readFlow } from './read-flow.ts'
import { readRelationships, targetsOf } from './relationships.ts'

// what stands beside the body, in the order in which it follows it
const beside = ['header', 'footer', 'footnotes', 'endnotes', 'comments', 'diagramData']

/** A Word document as one part, since only a program that sets it knows its pages. Headers and notes follow the body. */
export async function readWord(archive: Archive, main: string, budget: TextBudget): Promise<ReadResult> {
  const relationships = await readRelationships(archive, main)
  const members = [main, ...beside.flatMap((type) => targetsOf(relationships, type))]
  const texts = new Set<string>()
  for (const member of members) {
    const writer = createLineWriter(budget)
    await readFlow(archive, member, writer)
    // each section repeats its headers
    const text = writer.take()
    if (text !== undefined) texts.add(text)
  }
  const [core] = targetsOf(await readRelationships(archive, ''), 'core-properties')
  const title = await readTitle(archive, core)
  return { ...(title !== undefined && { title }), parts: [{ text: [...texts].join('\n\n') }] }
}

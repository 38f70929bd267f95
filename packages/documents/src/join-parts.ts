import { partSeparator } from './text-budget.ts'
import type { DocumentPart } from './types.ts'

/** Where a part stands in the joined text: UTF-16 offsets, the end is behind its last unit. */
export interface PartSpan extends Omit<DocumentPart, 'text'> {
  start: number
  end: number
}

/** The parts as one text with a blank line between them, and the place of each. */
export function joinParts(parts: readonly DocumentPart[]): { text: string; spans: PartSpan[] } {
  let start = 0
  const spans = parts.map(({ text, ...about }) => {
    const span = { ...about, start, end: start + text.length }
    start = span.end + partSeparator.length
    return span
  })
  return { text: parts.map(({ text }) => text).join(partSeparator), spans }
}

import type { Adapter } from './adapter.ts'
import { adapters } from './adapters.ts'
import { type Fields, fieldsIn } from './fields.ts'
import { parsePrefix } from './json-prefix.ts'
import type { Format } from './types.ts'

/** So much of a file's beginning is enough to tell its format. In bytes. */
export const headBytes = 262_144

// no more lines than this come before the first that tells
const linesTried = 200

/** The format of a file that begins with `head`, by its shape; nothing when it is no transcript. Names tell nothing. */
export function detectFormat(head: string): Format | undefined {
  return findAdapter(head)?.format
}

/** The adapter that reads a file with this beginning. */
export function findAdapter(head: string): Adapter | undefined {
  const text = head.replace(/^\ufeff/, '')
  // a list that has an object on each line is still one value
  const records = text.trimStart().startsWith('[') ? [] : recordsOf(text)
  const value = /^\s*[[{]/.test(text) ? parsePrefix(text.trimStart()) : undefined
  return adapters.find((adapter) => {
    if (adapter.reads === 'lines') return records.some((record) => adapter.matches(record))
    if (adapter.reads === 'document') return value !== undefined && adapter.matches(value)
    return value === undefined && adapter.matches(text)
  })
}

function recordsOf(text: string): Fields[] {
  const lines = text.split('\n', linesTried).filter((line) => line.trimStart().startsWith('{'))
  return fieldsIn(lines.map(parsePrefix))
}

import { neutralise } from './neutralise.ts'
import { styled } from './terminal.ts'
import { inWords } from './values.ts'
import { wrap } from './width.ts'

/** One thing as lines of key and value; a text of several lines stands below its key. */
export function renderRecord(record: object, width: number): string {
  const entries = Object.entries(record).filter(([, value]) => value !== null && value !== undefined && value !== '')
  const longest = Math.max(0, ...entries.map(([key]) => key.length))
  return entries.flatMap(([key, value]) => renderEntry(key, value, longest, width)).join('\n')
}

function renderEntry(key: string, value: unknown, longest: number, width: number): string[] {
  const title = styled('dim', key.replaceAll('_', ' ').padEnd(longest))
  if (typeof value === 'string' && value.includes('\n')) {
    return [title.trimEnd(), ...wrap(neutralise(value), width - 2).map((line) => `  ${line}`)]
  }
  const [first = '', ...more] = wrap(inWords(value), Math.max(20, width - longest - 2))
  return [`${title}  ${first}`, ...more.map((line) => `${' '.repeat(longest + 2)}${line}`)]
}

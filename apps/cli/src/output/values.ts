import { oneLine } from './neutralise.ts'

/** An instant as people read it, in their own time zone, to the minute. */
export function when(instant: unknown): string {
  const date = new Date(String(instant))
  if (instant === null || Number.isNaN(date.getTime())) return ''
  const two = (n: number) => String(n).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`
}

const looksLikeInstant = /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/

/** Any value of an output on one line. */
export function inWords(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return looksLikeInstant.test(value) ? when(value) : oneLine(value)
  if (Array.isArray(value)) return value.map(inWords).join(', ')
  if (typeof value !== 'object') return JSON.stringify(value)
  return Object.entries(value)
    .filter(([, inner]) => inner !== null && inner !== '')
    .map(([key, inner]) => `${oneLine(key)} ${inWords(inner)}`)
    .join(', ')
}

/** `3 rooms`, `1 room`. */
export const count = (number: number, noun: string): string => `${number} ${number === 1 ? noun : `${noun}s`}`

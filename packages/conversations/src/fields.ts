/** Reading values of unknown shape: what is not as expected is absent, and nothing throws. */
export type Fields = Record<string, unknown>

export function asFields(value: unknown): Fields | undefined {
  // the one cast: an object that is no list has fields, of which nothing is known
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined
}

export function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** The objects of a list. */
export function fieldsIn(value: unknown): Fields[] {
  return asList(value)
    .map(asFields)
    .filter((fields) => fields !== undefined)
}

/** A text or number that names a kind, as text; empty when there is none. */
export function asKind(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** The first of the values that is text and not blank. */
export function firstText(...values: unknown[]): string | undefined {
  return values.map(asText).find((text) => text !== undefined && text.trim() !== '')
}

/** A text or number that identifies something, as text. */
export function asId(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

// seconds until the year 5138, milliseconds from 1973 on
const firstMilliseconds = 1e11

/** An instant: ISO text, or seconds or milliseconds since 1970 as a number or text. */
export function asDate(value: unknown): Date | undefined {
  if (value === null || value === undefined || value === '' || typeof value === 'boolean') return undefined
  const number = typeof value === 'number' ? value : Number(value)
  const date = Number.isNaN(number)
    ? new Date(asText(value) ?? Number.NaN)
    : new Date(Math.abs(number) < firstMilliseconds ? Math.round(number * 1000) : number)
  return Number.isNaN(date.getTime()) ? undefined : date
}

/** The object that follows a path of names, or nothing. */
export function fieldsAt(value: unknown, ...path: string[]): Fields | undefined {
  let fields = asFields(value)
  for (const name of path) fields = asFields(fields?.[name])
  return fields
}

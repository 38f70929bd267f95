import { PalaceError } from '@loci/contract'

export type Precision = 'year' | 'month' | 'day' | 'instant'

/** A bound of the time in which a fact holds: its first instant, and how much of it was said. */
export interface Bound {
  at: Date
  precision: Precision
}

const year = String.raw`(\d{4})`
const shapes: [Precision, RegExp][] = [
  ['year', new RegExp(`^${year}$`)],
  ['month', new RegExp(`^${year}-(\\d\\d)$`)],
  ['day', new RegExp(`^${year}-(\\d\\d)-(\\d\\d)$`)],
  ['instant', /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?([Zz]|[+-]\d\d:?\d\d)$/],
]
const lengths: Record<Precision, number> = { year: 4, month: 7, day: 10, instant: 24 }

/**
 * Reads `YYYY`, `YYYY-MM`, `YYYY-MM-DD` (in UTC, from its first instant on) or an instant with its zone.
 * `input.invalid`, with the field and what was given, for anything else and for days that no calendar has.
 */
export function parseBound(field: string, given: string): Bound {
  const text = given.trim()
  const precision = shapes.find(([, shape]) => shape.test(text))?.[0]
  const at = precision === undefined ? undefined : instantOf(text, precision)
  if (precision === undefined || at === undefined)
    throw new PalaceError('input.invalid', `${field}: ${JSON.stringify(given.slice(0, 64))} is no date`, {
      help: 'Give YYYY, YYYY-MM, YYYY-MM-DD or an instant such as 2026-05-01T12:00:00Z.',
      details: { field },
    })
  return { at, precision }
}

function instantOf(text: string, precision: Precision): Date | undefined {
  const rest = '-01-01T00:00:00Z'
  const whole = precision === 'instant' ? text.toUpperCase().replace(' ', 'T') : text + rest.slice(text.length - 4)
  const at = new Date(whole)
  // Postgres knows no year 0
  if (Number.isNaN(at.getTime()) || at.getUTCFullYear() < 1) return undefined
  // Date takes the 30th of February for the 2nd of March
  const day = new Date(`${whole.slice(0, 10)}T00:00:00Z`)
  return day.toISOString().slice(0, 10) === whole.slice(0, 10) ? at : undefined
}

/** A bound as it was said: a year stays a year. */
export const formatBound = (at: Date | null, precision: string | null): string | null =>
  at === null ? null : at.toISOString().slice(0, lengths[(precision ?? 'instant') as Precision])

/** The instant that a question about a time means, now when it names none. */
export const momentOf = (field: string, given: string | undefined): Date =>
  given === undefined ? new Date() : parseBound(field, given).at

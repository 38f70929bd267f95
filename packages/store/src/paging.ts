import { createHash } from 'node:crypto'
import { PalaceError } from '@loci/contract'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const instant = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z|infinity)$/
// keys that are times
const times = new Set(['at', 'from'])

const foreign = (cause?: unknown) =>
  new PalaceError('input.invalid', 'cursor: is not one of this listing', {
    help: 'Pass next_cursor of the page before, with the same filters.',
    cause,
  })

// a digest, as filters may be longer than a cursor
const digest = (listing: string) => createHash('sha256').update(listing).digest('base64url')

/** An opaque cursor: where a page of `listing` (its name and filters) ended. */
export function encodeCursor(listing: string, position: Record<string, string | null>): string {
  return Buffer.from(JSON.stringify([digest(listing), position])).toString('base64url')
}

/** The position in a cursor; `input.invalid` when it was not made for this listing. */
export function decodeCursor<Key extends string>(
  listing: string,
  cursor: string | undefined,
  keys: readonly Key[],
): Record<Key, string | null> | undefined {
  if (cursor === undefined) return undefined
  let decoded: unknown
  try {
    decoded = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch (error) {
    throw foreign(error)
  }
  if (!Array.isArray(decoded) || decoded[0] !== digest(listing)) throw foreign()
  const position: unknown = decoded[1]
  if (typeof position !== 'object' || position === null) throw foreign()
  const values = position as Record<string, unknown>
  for (const key of keys) {
    const value = values[key]
    if (typeof value !== 'string' && value !== null) throw foreign()
    // what no database holds
    if (value?.includes('\0') || value?.isWellFormed() === false) throw foreign()
    if (key === 'id' && !uuid.test(value ?? '')) throw foreign()
    if (times.has(key) && !instant.test(value ?? '')) throw foreign()
  }
  return Object.fromEntries(keys.map((key) => [key, values[key]])) as Record<Key, string | null>
}

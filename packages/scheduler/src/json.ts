import { sql, type SQL } from 'drizzle-orm'

/** A value as a jsonb parameter. */
export function jsonb(value: unknown): SQL {
  return sql`${JSON.stringify(value)}::jsonb`
}

/** A report as a jsonb parameter, without what jsonb refuses: a file's name must not keep a job from ending. */
export function reported(value: unknown): SQL {
  const text = JSON.stringify(value, (_, part: unknown) => (typeof part === 'string' ? storable(part) : part))
  return sql`${text}::jsonb`
}

function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\u{FFFD}')
}

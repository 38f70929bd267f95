import type * as z from 'zod'
import { PalaceError } from './errors.ts'

/**
 * The input of an operation, checked: unknown fields, wrong types, ranges, and text that no database can hold.
 * `input.invalid` names every field that is wrong.
 */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input)
  const issues = parsed.success
    ? unstorable(parsed.data)
    : parsed.error.issues.map((issue) => ({ field: fieldOf(issue), message: issue.message }))
  if (parsed.success && issues.length === 0) return parsed.data
  throw new PalaceError('input.invalid', issues.map(({ field, message }) => `${field}: ${message}`).join('; '), {
    details: { issues },
  })
}

function fieldOf(issue: z.core.$ZodIssue): string {
  const path = issue.path.map(String)
  return (issue.code === 'unrecognized_keys' ? [...path, issue.keys.join(', ')] : path).join('.') || 'input'
}

/** Postgres text holds neither U+0000 nor half of a surrogate pair. */
export function unstorable(value: unknown, path: string[] = []): { field: string; message: string }[] {
  if (typeof value === 'string') {
    const message = value.includes('\0') ? 'holds U+0000' : value.isWellFormed() ? '' : 'holds a lone surrogate'
    return message ? [{ field: path.join('.'), message }] : []
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [
    ...unstorable(key, [...path, 'key']),
    ...unstorable(inner, [...path, key]),
  ])
}

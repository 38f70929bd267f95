import type { JsonSchema } from './json-schema.ts'
import { readText, typesOf } from './text.ts'

/**
 * The arguments of a tool call as its input schema means them: many clients send "5" for 5, "true" for true,
 * "" for a field they leave out, and JSON in a string. Whatever else does not fit stays for validation to refuse.
 */
export function coerce(value: unknown, schema: JsonSchema): unknown {
  const types = typesOf(schema)
  const meant = typeof value === 'string' ? fromString(value, types) : value
  if (Array.isArray(meant)) {
    const { items } = schema
    return items === undefined ? meant : meant.map((item) => coerce(item, items))
  }
  return isRecord(meant) ? coerceFields(meant, schema) : meant
}

function coerceFields(fields: Record<string, unknown>, schema: JsonSchema): Record<string, unknown> {
  const required = new Set(schema.required)
  const given = Object.entries(fields).filter(([key, value]) => required.has(key) || !isBlank(value))
  return Object.fromEntries(
    given.map(([key, value]) => {
      const field = Object.hasOwn(schema.properties ?? {}, key) ? schema.properties?.[key] : undefined
      return [key, field === undefined ? value : coerce(value, field)]
    }),
  )
}

function fromString(text: string, types: ReadonlySet<string>): unknown {
  if (types.has('string')) return text
  if (types.has('array') || types.has('object')) return fromJson(text, types)
  return readText(text, types)
}

function fromJson(text: string, types: ReadonlySet<string>): unknown {
  try {
    const parsed: unknown = JSON.parse(text)
    const fits = Array.isArray(parsed) ? types.has('array') : isRecord(parsed) && types.has('object')
    return fits ? parsed : text
  } catch {
    return text
  }
}

/** What clients send for a field that they leave out. */
export const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === ''

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

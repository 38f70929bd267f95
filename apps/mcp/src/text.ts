import type { JsonSchema } from './json-schema.ts'

/** The JSON types a field may have. */
export function typesOf(schema: JsonSchema): Set<string> {
  const own = schema.type === undefined ? [] : [schema.type].flat()
  return new Set([...own, ...(schema.anyOf ?? []).flatMap((choice) => [...typesOf(choice)])])
}

/** A number or a boolean that came as text, read by what its field may be; any other text stays as it is. */
export function readText(text: string, types: ReadonlySet<string>): unknown {
  if (types.has('string')) return text
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  if (types.has('integer') && /^[+-]?\d+(\.0+)?$/.test(text)) return exact(text)
  if (types.has('number') && /^[+-]?\d+(\.\d+)?$/.test(text)) return Number(text)
  return text
}

/** An integer too large to be exact stays text, for validation to refuse. */
function exact(text: string): number | string {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : text
}

import * as z from 'zod'

/** The part of JSON Schema that the contract's schemas come out as. */
export interface JsonSchema {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  additionalProperties?: JsonSchema | boolean
  $defs?: Record<string, JsonSchema>
  $ref?: string
  [keyword: string]: unknown
}

const mapValues = <A, B>(record: Record<string, A>, change: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))

/** Every schema inside, changed from the leaves up. */
export function mapSchema(schema: JsonSchema, change: (schema: JsonSchema) => JsonSchema): JsonSchema {
  const inside = (inner: JsonSchema) => mapSchema(inner, change)
  const { properties, items, anyOf, additionalProperties, $defs } = schema
  return change({
    ...schema,
    ...(properties && { properties: mapValues(properties, inside) }),
    ...(items && { items: inside(items) }),
    ...(anyOf && { anyOf: anyOf.map(inside) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: inside(additionalProperties) }),
    ...($defs && { $defs: mapValues($defs, inside) }),
  })
}

/** A contract schema as JSON Schema, without what says nothing to a reader. */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  // zod types every keyword of every draft; the contract uses those of JsonSchema
  const full = z.toJSONSchema(schema, { io }) as JsonSchema
  return mapSchema(full, terse)
}

function terse(schema: JsonSchema): JsonSchema {
  const { $schema: _dialect, propertyNames: _keys, pattern, minimum, maximum, ...rest } = schema
  return nullable({
    ...rest,
    // a format says what its pattern says
    ...(pattern !== undefined && rest['format'] === undefined && { pattern }),
    ...(minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
  })
}

/** `anyOf: [text, null]` as `type: ['string', 'null']`. */
function nullable(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema
  const [value, other] = anyOf ?? []
  if (anyOf?.length !== 2 || other?.type !== 'null' || typeof value?.type !== 'string' || 'enum' in value) return schema
  return { ...rest, ...value, type: [value.type, 'null'] }
}

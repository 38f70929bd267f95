import { argumentsOf, type Operation } from '@loci/contract'
import * as z from 'zod'

/** A field of an input that is not filled by the arguments: what its flag is made of. */
export interface Field {
  /** The flag without its dashes. */
  flag: string
  /** Where the value stands in the input. */
  path: readonly [string, ...string[]]
  kind: 'text' | 'integer' | 'number' | 'boolean' | 'list' | 'instant'
  options?: readonly string[]
  required: boolean
  /** What `--no-FLAG` says instead, if it can be said. */
  without?: null | readonly []
  maximum?: number
  description: string
}

/** The part of JSON Schema that inputs use. */
interface Schema {
  type?: string
  format?: string
  enum?: string[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  default?: string | number | boolean | unknown[]
  maximum?: number
  description?: string
}

/** The fields of an input that flags fill, in the order of the contract. */
export function fieldsOf(op: Operation): Field[] {
  const schema = inputSchema(op)
  const filled = new Set([...(op.command?.address ?? []), ...argumentsOf(op)])
  return Object.entries(schema.properties ?? {})
    .filter(([name]) => !filled.has(name))
    .flatMap(([name, property]) => fieldsOfProperty(name, property, schema.required?.includes(name) ?? false))
}

/** Whether the only plain argument of a command is free text, and so may be several words. */
export function takesWords(op: Operation): boolean {
  const [argument = '', ...others] = argumentsOf(op)
  const property = inputSchema(op).properties?.[argument]
  return others.length === 0 && property !== undefined && property.format === undefined
}

export const describeField = (op: Operation, name: string): string =>
  inputSchema(op).properties?.[name]?.description ?? name

function fieldsOfProperty(name: string, property: Schema, required: boolean): Field[] {
  const { inner, nullable } = unwrap(property)
  if (inner.type !== 'object') return [fieldOf(name, [name], inner, { nullable, required })]
  return Object.entries(inner.properties ?? {}).map(([key, nested]) =>
    fieldOf(`${name}-${key}`, [name, key], unwrap(nested).inner, { nullable: false, required: false }),
  )
}

function fieldOf(
  name: string,
  path: Field['path'],
  schema: Schema,
  { nullable, required }: { nullable: boolean; required: boolean },
): Field {
  const kind = kindOf(schema)
  const flag = (kind === 'list' ? name.replace(/(?<=s)es$|s$/, '') : name).replaceAll('_', '-')
  const emptiable = kind === 'list' && !required && schema.default === undefined
  return {
    flag,
    path,
    kind,
    required,
    description: [schema.description ?? name.replaceAll('_', ' '), ...remarksOn(kind, schema)].join(' '),
    ...(schema.enum && { options: schema.enum }),
    ...(schema.maximum !== undefined && { maximum: schema.maximum }),
    ...(nullable ? { without: null } : emptiable ? { without: [] } : {}),
  }
}

function remarksOn(kind: Field['kind'], { default: standard }: Schema): string[] {
  if (kind === 'list') return ['(repeatable)']
  if (kind === 'instant') return ['(a date is its midnight here)']
  return typeof standard === 'string' || typeof standard === 'number' ? [`(${standard} when not given)`] : []
}

function kindOf({ type, format }: Schema): Field['kind'] {
  if (type === 'integer' || type === 'number' || type === 'boolean') return type
  if (type === 'array') return 'list'
  return format === 'date-time' ? 'instant' : 'text'
}

/** `anyOf` with null is how JSON Schema says nullable; the description stays outside. */
function unwrap(schema: Schema): { inner: Schema; nullable: boolean } {
  const others = schema.anyOf?.filter(({ type }) => type !== 'null')
  if (!others) return { inner: schema, nullable: false }
  return { inner: { ...others[0], ...schema }, nullable: others.length < (schema.anyOf?.length ?? 0) }
}

/** zod types the result by all of JSON Schema; the contract's rule is `z.object` of JSON types. */
function inputSchema(op: Operation): Schema {
  const schema = schemas.get(op) ?? (z.toJSONSchema(op.input, { io: 'input' }) as Schema)
  schemas.set(op, schema)
  return schema
}

const schemas = new WeakMap<Operation, Schema>()

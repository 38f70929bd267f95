import { hasBody, type Operation, pathFields } from '@loci/contract'
import { isBlank, type JsonSchema, readText, toJsonSchema, typesOf } from '@loci/mcp'
import type { ApiContext } from './env.ts'
import { readBody, refuseBody } from './body.ts'
import { invalid } from './invalid.ts'
import { readPath } from './path.ts'

/** The input of an operation out of the path and the query or the body. What fits it is for the service to say. */
export async function readInput(op: Operation, c: ApiContext): Promise<Record<string, unknown>> {
  const fields = fieldsOf(op)
  const path = Object.fromEntries(
    Object.entries(readPath(op, c)).map(([name, text]) => [name, readField(name, [text], fields[name])]),
  )
  const query = new URL(c.req.url).searchParams
  const rest = hasBody(op) ? await bodyOnly(c, query) : queryOnly(op, c, query)
  const twice = pathFields(op).find(({ name }) => Object.hasOwn(rest, name))
  if (twice) throw invalid(twice.name, 'is in the path already')
  return { ...rest, ...path }
}

function bodyOnly(c: ApiContext, query: URLSearchParams): Promise<Record<string, unknown>> {
  const [field] = query.keys()
  if (field !== undefined) throw invalid(field, 'this route reads a JSON body, not the query')
  return readBody(c)
}

function queryOnly(op: Operation, c: ApiContext, query: URLSearchParams): Record<string, unknown> {
  refuseBody(c)
  const fields = fieldsOf(op)
  const read = new Map<string, unknown>()
  for (const key of new Set(query.keys())) {
    const name = op.http.query?.[key] ?? key
    if (read.has(name)) throw invalid(name, 'is given twice')
    const texts = query.getAll(key)
    if (isLeftOut(texts, fields[name])) continue
    read.set(name, readField(name, texts, fields[name]))
  }
  return Object.fromEntries(read)
}

/** A form or a script sends `wing=` for a filter that it leaves out. */
function isLeftOut(texts: string[], field: Field | undefined): boolean {
  return field?.optional === true && typesOf(field).has('string') && texts.every(isBlank)
}

function readField(name: string, texts: string[], schema: JsonSchema = {}): unknown {
  const types = typesOf(schema)
  const itemTypes = typesOf(schema.items ?? {})
  if (types.has('array')) return texts.map((text) => readText(text, itemTypes))
  const [text = '', ...more] = texts
  if (more.length > 0) throw invalid(name, 'is given twice')
  return readText(text, types)
}

type Field = JsonSchema & { optional: boolean }

const cache = new WeakMap<Operation, Record<string, Field>>()

/** Each field by its name, so that no name of the query meets what every object inherits. */
function fieldsOf(op: Operation): Record<string, Field> {
  const known = cache.get(op)
  if (known) return known
  const { properties = {}, required = [] } = toJsonSchema(op.input, 'input')
  const fields: Record<string, Field> = Object.create(null)
  for (const [name, schema] of Object.entries(properties)) {
    fields[name] = { ...schema, optional: !required.includes(name) && schema['default'] === undefined }
  }
  cache.set(op, fields)
  return fields
}

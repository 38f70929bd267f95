import { hasBody, type Operation, pathFields } from '@loci/contract'
import { type JsonSchema, readText, toJsonSchema, typesOf } from '@loci/mcp'
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
    read.set(name, readField(name, query.getAll(key), fields[name]))
  }
  return Object.fromEntries(read)
}

function readField(name: string, texts: string[], schema: JsonSchema = {}): unknown {
  const types = typesOf(schema)
  const itemTypes = typesOf(schema.items ?? {})
  if (types.has('array')) return texts.map((text) => readText(text, itemTypes))
  const [text = '', ...more] = texts
  if (more.length > 0) throw invalid(name, 'is given twice')
  return readText(text, types)
}

const cache = new WeakMap<Operation, Record<string, JsonSchema>>()

/** Each field by its name, so that no name of the query meets what every object inherits. */
function fieldsOf(op: Operation): Record<string, JsonSchema> {
  const known = cache.get(op)
  if (known) return known
  const fields = Object.assign(Object.create(null), toJsonSchema(op.input, 'input').properties)
  cache.set(op, fields)
  return fields
}

import { type ErrorCode, errorCodes, hasBody, type Operation, operations, pathFields, touches } from '@loci/contract'
import { type JsonSchema, mapSchema, toJsonSchema } from '@loci/mcp'
import * as z from 'zod'

type Schemas = Record<string, JsonSchema>

const tags: Record<string, string> = {
  palace: 'the palace as a whole',
  wing: 'the top of the hierarchy',
  room: 'what wings hold',
  drawer: 'memories, word for word, and the search over them',
  document: 'a client mining its own files',
  change: 'what was done, and taking it back',
  revision: 'what a drawer was',
  trash: 'what was deleted',
  job: 'durable work',
  checkpoint: 'a session saved in one call',
  diary: 'what agents note for themselves',
  tool: 'the shapes that MCP tools have',
}

const ErrorEnvelope = z
  .object({
    error: z.object({
      code: z.string().describe('stable; what a program decides by'),
      message: z.string(),
      help: z.string().describe('what to do about it'),
      details: z.record(z.string(), z.unknown()).optional(),
      request_id: z.string(),
    }),
  })
  .meta({ id: 'Error' })

/** The OpenAPI 3.1 document of all operations. */
export function createOpenApi(version: string) {
  const schemas: Schemas = {}
  const error = component(ErrorEnvelope, schemas)
  const paths: Record<string, Record<string, ReturnType<typeof describe>>> = {}
  for (const [name, op] of Object.entries<Operation>(operations)) {
    const path = `/api${op.http.path.replaceAll('+}', '}')}`
    paths[path] = { ...paths[path], [op.http.method]: describe(name, op, error, schemas) }
  }
  const used = new Set(Object.keys(operations).map(tagOf))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Loci',
      version,
      description: 'A self-hosted memory server. Listings are pages: pass next_cursor as cursor until it is null.',
    },
    tags: [...used].map((name) => ({ name, description: tags[name] ?? name })),
    security: [{ bearer: [] }, {}],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'needed as soon as the server has a token' },
      },
      schemas,
    },
  }
}

const tagOf = (name: string): string => name.split('.')[0] ?? name

function describe(name: string, op: Operation, error: JsonSchema, schemas: Schemas) {
  const { properties = {}, required = [], ...rest } = toJsonSchema(op.input, 'input')
  const inPath = new Map(pathFields(op).map((field) => [field.name, field.rest]))
  const others = Object.entries(properties).filter(([key]) => !inPath.has(key))
  const needed = required.filter((key) => !inPath.has(key))
  const parameters = [
    ...[...inPath].map(([key, takesRest]) => parameter(key, 'path', true, properties[key], takesRest)),
    ...(hasBody(op)
      ? []
      : others.map(([key, schema]) => parameter(queryName(op, key), 'query', needed.includes(key), schema))),
  ]
  const body = { ...rest, properties: Object.fromEntries(others), ...(needed.length > 0 && { required: needed }) }
  return {
    operationId: name,
    summary: op.summary,
    ...(op.description !== undefined && { description: op.description }),
    tags: [tagOf(name)],
    ...(parameters.length > 0 && { parameters }),
    ...(hasBody(op) && {
      requestBody: { required: needed.length > 0, content: { 'application/json': { schema: body } } },
    }),
    responses: { ...successes(op, component(op.output, schemas)), ...failures(op, error) },
  }
}

const queryName = (op: Operation, field: string): string =>
  Object.entries(op.http.query ?? {}).find(([, name]) => name === field)?.[0] ?? field

function parameter(
  name: string,
  place: string,
  required: boolean,
  { description, ...schema }: JsonSchema = {},
  rest = false,
) {
  const words = rest ? `${String(description)}; takes the rest of the path, slashes and all` : description
  return { name, in: place, required, ...(words !== undefined && { description: words }), schema }
}

function successes(op: Operation, schema: JsonSchema) {
  const content = { 'application/json': { schema } }
  if (op.http.status === 201)
    return { 200: { description: 'it was there already', content }, 201: { description: 'created', content } }
  const done = { 200: { description: 'done', content } }
  if (op.http.status !== 202) return done
  return { ...('pending' in op.output.shape && done), 202: { description: 'accepted', content } }
}

/** One response for each status, with every code that has it. */
function failures(op: Operation, schema: JsonSchema) {
  const always: ErrorCode[] = ['input.invalid', 'auth.required', 'auth.forbidden', 'unavailable', 'internal']
  const gated: ErrorCode[] = touches(op) === 'nothing' ? [] : ['mode.forbidden']
  const codes = new Set<ErrorCode>([
    ...always,
    ...gated,
    ...(hasBody(op) ? ['input.too_large' as const] : []),
    ...op.errors,
  ])
  const statuses = new Set([...codes].map((code) => errorCodes[code].status))
  return Object.fromEntries(
    [...statuses].map((status) => {
      const description = [...codes].filter((code) => errorCodes[code].status === status).join(', ')
      return [status, { description, content: { 'application/json': { schema } } }]
    }),
  )
}

/** A schema, with what has a name in it moved to the components and referred to. */
function component(schema: z.ZodType, schemas: Schemas): JsonSchema {
  // inside another, a named schema comes out as a reference even when it is the whole
  const { $defs = {}, properties } = toJsonSchema(z.object({ it: schema }), 'output')
  for (const [name, named] of Object.entries($defs)) schemas[name] = mapSchema(named, refer)
  return mapSchema(properties?.['it'] ?? {}, refer)
}

/** More fields may come with a later version, so answers are left open. */
function refer({ $ref, additionalProperties, ...rest }: JsonSchema): JsonSchema {
  return {
    ...($ref !== undefined && { $ref: $ref.replace('#/$defs/', '#/components/schemas/') }),
    ...rest,
    ...(typeof additionalProperties === 'object' && { additionalProperties }),
  }
}

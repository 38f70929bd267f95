import { type Operation, type OperationName, operations, PalaceError } from '@loci/contract'
import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import { type JsonSchema, mapSchema, toJsonSchema } from './json-schema.ts'

export interface ToolOptions {
  toolPrefix: string
  /** `core`, `full`, or names with commas between them. */
  tools: string
  /** Whether tools that change or remove what is filed are offered. */
  contentEdit: boolean
}

/** A tool, and the operation that answers it. */
export interface OfferedTool {
  operation: OperationName
  input: JsonSchema
  tool: Tool
}

// for small contexts
const core = ['status', 'list_wings', 'list_rooms', 'search', 'get_drawer', 'add_drawer', 'update_drawer']
const contentEdits = new Set(['update_drawer', 'delete_drawer', 'undelete', 'revert', 'undo'])

// the keys of an object are only text to the compiler
const names = Object.keys(operations) as OperationName[]
let described: Map<string, OfferedTool & { writes: boolean }> | undefined

/** The tools to offer, by their full names. */
export function offerTools(options: ToolOptions, readOnly: boolean): Map<string, OfferedTool> {
  const all = (described ??= new Map(names.flatMap(describe)))
  const wanted = select(options, all)
  const offered = [...all].filter(
    ([name, { writes }]) =>
      wanted.has(name) && !(writes && readOnly) && (options.contentEdit || !contentEdits.has(name)),
  )
  return new Map(
    offered.map(([name, { operation, input, tool }]) => {
      const full = `${options.toolPrefix}_${name}`
      return [full, { operation, input, tool: { ...tool, name: full } }]
    }),
  )
}

function select({ tools, toolPrefix }: ToolOptions, all: ReadonlyMap<string, unknown>): Set<string> {
  if (tools === 'full') return new Set(all.keys())
  if (tools === 'core') return new Set(core)
  const chosen = tools
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
    .map((name) => (name.startsWith(`${toolPrefix}_`) ? name.slice(toolPrefix.length + 1) : name))
  const unknown = chosen.filter((name) => !all.has(name))
  if (chosen.length > 0 && unknown.length === 0) return new Set(chosen)
  throw new PalaceError('input.invalid', `LOCI_MCP_TOOLS: no such tool: ${unknown.join(', ') || tools}`, {
    help: `It is core, full, or a list of: ${[...all.keys()].join(', ')}.`,
  })
}

function describe(operation: OperationName): [string, OfferedTool & { writes: boolean }][] {
  const op: Operation = operations[operation]
  if (op.tool === undefined) return []
  const { name, title } = op.tool
  const reads = op.access === 'read' || op.access === 'open'
  const input = toJsonSchema(op.input, 'input')
  const tool = {
    name,
    title,
    description: sentences(op),
    inputSchema: { ...leanInput(op), type: 'object' as const },
    outputSchema: answerSchema(op),
    annotations: {
      readOnlyHint: reads,
      destructiveHint: op.destructive ?? false,
      idempotentHint: reads || (op.idempotent ?? false),
      openWorldHint: false,
    },
  }
  return [[name, { operation, input, tool, writes: !reads }]]
}

function sentences({ summary, description }: Operation): string {
  const first = `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`
  return description === undefined ? first : `${first} ${description}`
}

/** Lengths are for validation to tell; a model that reads them has nothing to count with. */
function leanInput(op: Operation): JsonSchema {
  return mapSchema(toJsonSchema(op.input, 'input'), ({ minLength: _least, maxLength: _most, ...rest }) => rest)
}

/** The shape of what a tool answers: its output, or the error envelope, as clients check both against one schema. */
function answerSchema(op: Operation): { type: 'object' } & JsonSchema {
  const { $defs = {}, ...root } = toJsonSchema(op.output, 'output')
  const named = Object.fromEntries(Object.entries($defs).map(([name, schema]) => [name, mapSchema(schema, shape)]))
  // some clients follow no references
  const inlined = mapSchema(root, ({ $ref, ...rest }) =>
    $ref === undefined ? shape(rest) : { ...named[$ref.replace('#/$defs/', '')] },
  )
  return { ...inlined, type: 'object', anyOf: [{ required: root.required ?? [] }, { required: ['error'] }] }
}

/** Names and types alone, open to the fields of a later version. */
function shape({ type, properties, items, anyOf, additionalProperties }: JsonSchema): JsonSchema {
  return {
    ...(type !== undefined && { type }),
    ...(properties && { properties }),
    ...(items && { items }),
    ...(anyOf && { anyOf }),
    ...(typeof additionalProperties === 'object' &&
      Object.keys(additionalProperties).length > 0 && { additionalProperties }),
  }
}

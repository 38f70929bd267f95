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
    annotations: reads
      ? { readOnlyHint: true, openWorldHint: false }
      : {
          readOnlyHint: false,
          destructiveHint: op.destructive ?? false,
          ...(op.idempotent && { idempotentHint: true }),
          openWorldHint: false,
        },
  }
  return [[name, { operation, input, tool, writes: !reads }]]
}

function sentences({ summary, description }: Operation): string {
  const first = `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`
  return description === undefined ? first : `${first} ${description}`
}

/** Bounds and unknown arguments are for validation to tell, in words; a model has nothing to count with. */
function leanInput(op: Operation): JsonSchema {
  return mapSchema(
    toJsonSchema(op.input, 'input'),
    ({ minLength: _a, maxLength: _b, minimum: _c, maximum: _d, minItems: _e, maxItems: _f, ...rest }) =>
      withoutNo(rest),
  )
}

// what is not said is not done
const withoutNo = ({ default: standard, additionalProperties: others, format, ...rest }: JsonSchema): JsonSchema => ({
  ...rest,
  // an id is what other tools gave
  ...(format !== undefined && format !== 'uuid' && { format }),
  ...(standard !== undefined && standard !== false && { default: standard }),
  ...(typeof others === 'object' && { additionalProperties: others }),
})

/**
 * What a tool answers: its fields, and the types of those that are no text, no deeper, as every agent reads the whole
 * list. None is required, because clients hold the error envelope against the same schema.
 */
function answerSchema(op: Operation): { type: 'object' } & JsonSchema {
  const { properties = {} } = toJsonSchema(op.output, 'output')
  const types = Object.entries(properties).map(([name, { type, $ref }]): [string, JsonSchema] => [
    name,
    $ref === undefined && (type === undefined || [type].flat().includes('string')) ? {} : { type: type ?? 'object' },
  ])
  return { type: 'object', properties: Object.fromEntries(types) }
}

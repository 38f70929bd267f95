import { type Caller, PalaceError } from '@loci/contract'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  type JSONRPCMessage,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv-provider.js'
import { coerce } from './coerce.ts'
import { type LogFault, toEnvelope } from './faults.ts'
import { instructions } from './instructions.ts'
import { offerTools, type ToolOptions } from './tools.ts'

export interface McpServerOptions {
  /** Answers for whoever this server was made for, and for no one else. */
  call: Caller
  options: ToolOptions
  version: string
  log: LogFault
  /** Offers no tool that writes. */
  readOnly?: boolean
  /** What errors are told under; a new one each when not given. */
  requestId?: string
}

// the sdk makes one for each server, which is dear; servers here live for one request
const jsonSchemaValidator = new AjvJsonSchemaValidator()

/** An MCP server over the operations that are tools. */
export function createMcpServer({
  call,
  options,
  version,
  log,
  readOnly = false,
  requestId,
}: McpServerOptions): Server {
  const tools = offerTools(options, readOnly)
  const server = new Server(
    { name: 'loci', title: 'Loci', version },
    { capabilities: { tools: {} }, instructions, jsonSchemaValidator },
  )
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...tools.values()].map(({ tool }) => tool) }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }): Promise<CallToolResult> => {
    const offered = tools.get(params.name)
    if (offered === undefined) throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${params.name}`)
    try {
      const input = coerce(params.arguments ?? {}, offered.input)
      // tools come from a loop, so their types cannot follow; the service checks what passes
      return answer(await call(offered.operation, input as never))
    } catch (error) {
      return { ...answer(toEnvelope(error, log, requestId)), isError: true }
    }
  })
  return server
}

function answer(value: object): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: { ...value } }
}

/** Connects, and takes `arguments: null` for none, as some clients send it and the protocol's own check refuses. */
export async function connect(server: Server, transport: Transport): Promise<void> {
  await server.connect(transport)
  const receive = transport.onmessage
  if (receive === undefined) throw new PalaceError('internal', 'the transport takes no messages')
  transport.onmessage = (message, extra) => receive(withoutNullArguments(message), extra)
}

function withoutNullArguments<M extends JSONRPCMessage>(message: M): M {
  if (!('params' in message) || message.params?.['arguments'] !== null) return message
  return { ...message, params: { ...message.params, arguments: {} } }
}

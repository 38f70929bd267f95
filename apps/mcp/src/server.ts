import { type Caller, type CallOptions, PalaceError } from '@loci/contract'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  type JSONRPCMessage,
  ListToolsRequestSchema,
  McpError,
  type ServerNotification,
  type ServerRequest,
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
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra): Promise<CallToolResult> => {
    const offered = tools.get(params.name)
    if (offered === undefined) throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${params.name}`)
    try {
      const input = coerce(params.arguments ?? {}, offered.input)
      // tools come from a loop, so their types cannot follow; the service checks what passes
      return answer(await call(offered.operation, input as never, waitingOf(extra)))
    } catch (error) {
      return { ...answer(toEnvelope(error, log, requestId)), isError: true }
    }
  })
  return server
}

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>

/** How a client hears of the job that a tool waits for, if it asked to, and how it gives up waiting. */
function waitingOf({ _meta, signal, sendNotification }: Extra): CallOptions {
  const progressToken = _meta?.progressToken
  if (progressToken === undefined) return { signal }
  let last = -1
  const onProgress: CallOptions['onProgress'] = ({ current, total, message }) => {
    // the protocol wants each one to be more than the one before
    if (current <= last) return
    last = current
    const progress = { progressToken, progress: current, ...(total !== null && { total }), ...(message && { message }) }
    // a client that has gone hears nothing, and its call ends by itself
    void sendNotification({ method: 'notifications/progress', params: progress }).catch(() => {})
  }
  return { signal, onProgress }
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

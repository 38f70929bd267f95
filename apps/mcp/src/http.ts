import { randomUUID } from 'node:crypto'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import type { Caller } from '@loci/contract'
import type { Config, Service } from '@loci/service'
import { Hono } from 'hono'
import type { LogFault } from './faults.ts'
import { bearerOf, bodyLimitOf, modeOf, sessionOf } from './request.ts'
import { connect, createMcpServer } from './server.ts'
import { offerTools } from './tools.ts'

export interface McpHttpOptions {
  service: Service
  config: Config
  log: LogFault
  version: string
}

/**
 * Streamable HTTP at /mcp, without state: any process can answer any request, and a session is only a name that ties
 * its calls together. A refusal before the protocol begins is thrown, for the app that mounts this to tell.
 */
export function createMcpHttp({ service, config, log, version }: McpHttpOptions) {
  // a wrong list of tools should stop the start, not each request
  offerTools(config.mcp, false)
  const app = new Hono<{ Variables: { requestId?: string } }>()

  app.post('/mcp', async (c) => {
    const named = sessionOf(c, 'Mcp-Session-Id')
    const session = named ?? randomUUID()
    const principal = await service.authenticate(bearerOf(c), 'mcp', session, modeOf(c))
    // a mode is not kept under a name that the client does not know
    const call: Caller = (name, input, waiting) =>
      service.call(name, input, name === 'tool.set_mode' ? { ...principal, session: named } : principal, waiting)
    const requestId = c.get('requestId')
    const server = createMcpServer({
      call,
      options: config.mcp,
      version,
      log,
      readOnly: principal.role === 'reader',
      ...(requestId !== undefined && { requestId }),
    })
    const { request, wantsProgress } = await readRequest(c.req.raw)
    const transport = new WebStandardStreamableHTTPServerTransport({
      // only what is to hear of progress needs a stream
      enableJsonResponse: !wantsProgress,
      maxRequestBodySize: bodyLimitOf(config),
    })
    await connect(server, transport)
    c.req.raw.signal.addEventListener('abort', () => void server.close())
    const response = await transport.handleRequest(request)
    if (server.getClientVersion() !== undefined) response.headers.set('Mcp-Session-Id', session)
    return endWith(response, () => server.close())
  })

  // nothing is sent unasked and nothing is kept, so there is no stream to open and no session to end
  app.all('/mcp', async (c) => {
    await service.authenticate(bearerOf(c), 'mcp')
    const error = { code: -32_000, message: 'Method not allowed: send messages by POST' }
    return c.json({ jsonrpc: '2.0', error, id: null }, 405, { Allow: 'POST' })
  })
  return app
}

/** The request, not read yet, and whether one of its messages asks for progress. */
async function readRequest(raw: Request): Promise<{ request: Request; wantsProgress: boolean }> {
  const text = await raw.text()
  const { url, method, headers } = raw
  return { request: new Request(url, { method, headers, body: text }), wantsProgress: text.includes('"progressToken"') }
}

/** The response, and `end` once all of it was read. */
async function endWith(response: Response, end: () => Promise<void>): Promise<Response> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    await end()
    return response
  }
  const ending = new TransformStream({ flush: end })
  return new Response(response.body?.pipeThrough(ending) ?? null, response)
}

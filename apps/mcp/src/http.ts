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
    const call: Caller = (name, input) =>
      service.call(name, input, name === 'tool.set_mode' ? { ...principal, session: named } : principal)
    const requestId = c.get('requestId')
    const server = createMcpServer({
      call,
      options: config.mcp,
      version,
      log,
      readOnly: principal.role === 'reader',
      ...(requestId !== undefined && { requestId }),
    })
    const transport = new WebStandardStreamableHTTPServerTransport({
      enableJsonResponse: true,
      maxRequestBodySize: bodyLimitOf(config),
    })
    await connect(server, transport)
    const response = await transport.handleRequest(c.req.raw)
    if (server.getClientVersion() !== undefined) response.headers.set('Mcp-Session-Id', session)
    await server.close()
    return response
  })

  // nothing is sent unasked and nothing is kept, so there is no stream to open and no session to end
  app.all('/mcp', async (c) => {
    await service.authenticate(bearerOf(c), 'mcp')
    const error = { code: -32_000, message: 'Method not allowed: send messages by POST' }
    return c.json({ jsonrpc: '2.0', error, id: null }, 405, { Allow: 'POST' })
  })
  return app
}

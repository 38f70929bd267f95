import { bearerOf, bodyLimitOf, createMcpHttp, localOnly, modeOf, sessionOf } from '@loci/mcp'
import { PalaceError } from '@loci/contract'
import type { Config, Service } from '@loci/service'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Logger } from 'pino'
import { changeStream } from './change-stream.ts'
import { docsRoutes } from './docs.ts'
import type { ApiEnv } from './env.ts'
import { answerError, logFault } from './errors.ts'
import { jobEvents } from './events.ts'
import { healthRoutes } from './health.ts'
import { createOpenApi } from './openapi.ts'
import { accessLog, requestIds, securityHeaders } from './middleware.ts'
import { methodsAt, operationRoutes } from './routes.ts'

export interface ApiOptions {
  service: Service
  config: Config
  log: Logger
  version: string
}

/** The whole server behind one port: REST under /api, MCP under /mcp, docs and health. */
export function createApi({ service, config, log, version }: ApiOptions): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>()
  app.onError((error, c) => answerError(c, error, log))
  app.notFound((c) => {
    const methods = methodsAt(c.req.path)
    const allowed = methods.length === 0 ? '' : `; it answers to ${methods.join(', ')}`
    if (allowed) c.header('Allow', methods.join(', '))
    return answerError(c, new PalaceError('route.not_found', `no ${c.req.method} ${c.req.path}${allowed}`), log)
  })

  app.use(requestIds, securityHeaders, accessLog(log), localOnly(config.host, service.tokensRequired))
  app.use(async (c, next) => {
    // liveness is for whoever watches the process, and MCP asks for itself
    if (c.req.path === '/mcp') c.set('route', '/mcp')
    else if (c.req.path !== '/health/live')
      c.set('principal', await service.authenticate(bearerOf(c), 'http', sessionOf(c, 'X-Loci-Session'), modeOf(c)))
    await next()
  })

  const maxSize = bodyLimitOf(config)
  app.use(
    '/api/*',
    bodyLimit({
      maxSize,
      onError: (c) => {
        // the rest of the body is not read, so the connection is of no further use
        c.header('Connection', 'close')
        throw new PalaceError('input.too_large', `the body is over the limit of ${maxSize} bytes`, {
          details: { limit: maxSize },
        })
      },
    }),
  )
  const document = createOpenApi(version)
  app.get('/api/openapi.json', (c) => {
    c.set('route', '/api/openapi.json')
    return c.json(document)
  })
  app.route('/api', changeStream(service))
  app.route('/api', jobEvents(service))
  app.route('/api', operationRoutes(service))
  app.route('/health', healthRoutes(service, version))
  app.route('/', docsRoutes())
  app.route('/', createMcpHttp({ service, config, log: logFault(log), version }))
  return app
}

import { randomUUID } from 'node:crypto'
import { isVisible } from '@loci/mcp'
import { createMiddleware } from 'hono/factory'
import type { Logger } from 'pino'
import type { ApiEnv } from './env.ts'

/** The client's request id when it is fit to be logged, otherwise a new one; told back either way. */
export const requestIds = createMiddleware<ApiEnv>(async (c, next) => {
  const given = c.req.header('X-Request-Id')
  const id = given !== undefined && isVisible(given) ? given : randomUUID()
  c.set('requestId', id)
  await next()
  c.header('X-Request-Id', id)
})

export const securityHeaders = createMiddleware<ApiEnv>(async (c, next) => {
  await next()
  c.header('X-Content-Type-Options', 'nosniff')
  c.header('Referrer-Policy', 'no-referrer')
  // what a page may load, it says itself
  if (!c.res.headers.has('Content-Security-Policy'))
    c.header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
  if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store')
})

/** One line per request, without what was asked or answered. */
export const accessLog = (log: Logger) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    const start = performance.now()
    await next()
    const line = {
      method: c.req.method,
      route: c.get('route') ?? 'none',
      status: c.res.status,
      ms: Math.round((performance.now() - start) * 10) / 10,
      request_id: c.get('requestId'),
    }
    if (line.route.startsWith('/health')) log.debug(line, 'request')
    else log.info(line, 'request')
  })

import type { Service } from '@loci/service'
import { toPalaceError } from '@loci/contract'
import { Hono } from 'hono'
import type { ApiEnv } from './env.ts'

/** Liveness says that the process answers, readiness that the palace does. */
export function healthRoutes(service: Service, version: string): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>()
  app.get('/live', (c) => {
    c.set('route', '/health/live')
    return c.json({ status: 'live', version })
  })
  app.get('/ready', async (c) => {
    c.set('route', '/health/ready')
    try {
      await service.ready()
    } catch (error) {
      const body = toPalaceError(error).toBody()
      const headers = { 'Retry-After': '1' }
      return c.json(
        { status: 'unavailable', version, error: { ...body, request_id: c.get('requestId') } },
        503,
        headers,
      )
    }
    return c.json({ status: 'ready', version })
  })
  return app
}

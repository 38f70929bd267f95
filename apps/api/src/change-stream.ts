import { type Operation, operations, PalaceError } from '@loci/contract'
import type { Service } from '@loci/service'
import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { ApiEnv } from './env.ts'
import { readInput } from './input.ts'

// the database is asked this often, so that a stream needs no notification and any process can serve it
const pollMilliseconds = 400
const heartbeatMilliseconds = 15_000
const step = 100

// takes the filters of what it repeats
const next: Operation = operations['change.next']

/**
 * What changes, as an event stream: one event a revision, its id a position. A client that comes back with the last id
 * it saw goes on there; one without begins with what comes, or where `after` says.
 */
export function changeStream(service: Service): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>()
  app.get('/changes/stream', async (c) => {
    c.set('route', '/api/changes/stream')
    const { limit: _limit, after = 'now', ...filter } = await readInput(next, c)
    const principal = c.get('principal')
    const lastId = c.req.header('Last-Event-ID')
    const read = (from: unknown) =>
      // the service checks what passes, as on the route of the operation
      service.call('change.next', { ...filter, after: from, limit: step } as never, principal)
    // a refusal is answered as on any other route, before the stream begins
    let { items, position } = await read(lastId === undefined || lastId === '' ? after : lastId)
    return streamSSE(c, async (stream) => {
      let quietSince = Date.now()
      await stream.writeSSE({ event: 'ready', data: JSON.stringify({ position }) })
      while (!stream.aborted && !stream.closed) {
        for (const { position: id, ...change } of items)
          await stream.writeSSE({ event: 'change', id, data: JSON.stringify(change) })
        if (items.length > 0) quietSince = Date.now()
        else if (Date.now() - quietSince > heartbeatMilliseconds) {
          await stream.write(': still here\n\n')
          quietSince = Date.now()
        }
        if (items.length < step) await stream.sleep(pollMilliseconds)
        try {
          ;({ items, position } = await read(position))
        } catch (error) {
          // a client comes back by itself, and finds out what is the matter
          if (error instanceof PalaceError) return
          throw error
        }
      }
    })
  })
  return app
}

import { type Job, type Operation, operations, type Output, PalaceError, type Operations } from '@loci/contract'
import type { Principal, Service } from '@loci/service'
import { Hono } from 'hono'
import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import type { ApiContext, ApiEnv } from './env.ts'
import { readInput } from './input.ts'

// the database is asked this often: it is the truth, and any process can go on where another stopped
const pollMilliseconds = 250
const heartbeatMilliseconds = 15_000
const step = 200

type Next = Output<Operations['job.next']>

/**
 * What happens to jobs, as event streams: of all at /events, of one at /jobs/{id}/events, which begins with how it is
 * and ends when it is settled. An event's id is a position, with which a client that comes back goes on where it was.
 */
export function jobEvents(service: Service): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>()
  app.get('/events', async (c) => {
    c.set('route', '/api/events')
    // takes no field of its own but where to begin
    const { after = 'now' } = await readInput(operations['job.next'] as Operation, c)
    const read = reader(service, c.get('principal'))
    const first = await read(lastEventId(c) ?? String(after))
    return streamSSE(c, async (stream) => {
      await stream.writeSSE({ event: 'ready', id: first.position, data: JSON.stringify({ position: first.position }) })
      await follow(stream, first, read, () => Promise.resolve(false))
    })
  })
  app.get('/jobs/:id/events', async (c) => {
    c.set('route', '/api/jobs/{id}/events')
    const id = c.req.param('id')
    const principal = c.get('principal')
    const read = reader(service, principal, id)
    const show = () => service.call('job.show', { id }, principal)
    const lastId = lastEventId(c)
    // the position first, so that nothing falls in between
    const first = await read(lastId ?? 'now')
    const job = await show()
    return streamSSE(c, async (stream) => {
      if (lastId === undefined) await stream.writeSSE({ event: 'job', id: first.position, data: stateOf(job) })
      await follow(stream, first, read, async () => isSettled(await show()))
    })
  })
  return app
}

type Read = (after: string) => Promise<Next>

const reader =
  (service: Service, principal: Principal, id?: string): Read =>
  (after) =>
    // the service checks what passes, the mode of the session too, each time
    service.call('job.next', { after, limit: step, ...(id !== undefined && { id }) }, principal)

/** Writes what comes until the client leaves, or there is no more to come. */
async function follow(stream: SSEStreamingApi, first: Next, read: Read, isOver: () => Promise<boolean>): Promise<void> {
  let { items, position, held } = first
  let quietSince = Date.now()
  while (!stream.aborted && !stream.closed) {
    for (const { position: id, ...event } of items)
      await stream.writeSSE({ event: 'job', id, data: JSON.stringify(event) })
    if (items.length > 0) quietSince = Date.now()
    else if (Date.now() - quietSince > heartbeatMilliseconds) {
      await stream.write(': still here\n\n')
      quietSince = Date.now()
    }
    try {
      // asked before the last look, which then has all that was to come
      const over = items.length < step && !held && (await isOver())
      if (items.length < step && !over) await stream.sleep(pollMilliseconds)
      ;({ items, position, held } = await read(position))
      if (over && items.length === 0 && !held) return
    } catch (error) {
      // a client comes back by itself, and finds out what is the matter
      if (error instanceof PalaceError) return
      throw error
    }
  }
}

function lastEventId(c: ApiContext): string | undefined {
  return c.req.header('Last-Event-ID') || undefined
}

const stateOf = ({ id, kind, status, progress }: Job): string =>
  JSON.stringify({ id, kind, status, progress, at: new Date().toISOString() })

const isSettled = ({ status }: Job): boolean => status !== 'queued' && status !== 'running'

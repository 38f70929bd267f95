import { readConfig, openService } from '@loci/service'
import { test as base } from '@loci/testing'
import { pino } from 'pino'
import { expect } from 'vitest'
import { createApi } from './app.ts'

const test = base.extend<{ $file: { app: ReturnType<typeof createApi> } }>({
  app: [
    async ({ database }, use) => {
      const config = readConfig({ LOCI_HOME: database.home, DATABASE_URL: database.databaseUrl })
      const service = await openService(config, { embedded: { fsync: false, idleExitSeconds: 5 } })
      await use(createApi({ service, config, log: pino({ level: 'silent' }), version: '0' }))
      await service.close()
    },
    { scope: 'file' },
  ],
})

interface Event {
  id?: string
  event?: string
  data: { position?: string; entity?: { address: string }; kind?: string }
}

/** Opens the stream and gives its events one by one. */
async function open(app: ReturnType<typeof createApi>, query = '', headers: Record<string, string> = {}) {
  const stop = new AbortController()
  const response = await app.request(`/api/changes/stream${query}`, { headers, signal: stop.signal })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let buffer = ''
  const next = async (): Promise<Event> => {
    for (;;) {
      const end = buffer.indexOf('\n\n')
      if (end >= 0) {
        const block = buffer.slice(0, end)
        buffer = buffer.slice(end + 2)
        const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: ?(.*)/s, 2)))
        if (fields['data'] === undefined) continue
        return { ...fields, data: JSON.parse(fields['data']) }
      }
      const chunk = await reader?.read()
      if (!chunk || chunk.done) throw new Error('the stream ended')
      buffer += chunk.value
    }
  }
  return { next, close: () => reader?.cancel() }
}

test('changes come as events, and a client that returns goes on where it was', async ({ app }) => {
  const file = (name: string) =>
    app.request('/api/wings/w/rooms/r/drawers', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name, content: name }),
    })
  await file('before')
  const first = await open(app)
  expect(await first.next()).toMatchObject({ event: 'ready' })
  await file('one')
  // what was written before may be sealed after the stream began
  let seen = await first.next()
  while (seen.data.entity?.address !== 'w/r/one') seen = await first.next()
  expect(seen).toMatchObject({ event: 'change', data: { kind: 'create' } })
  await first.close()

  await file('two')
  await file('three')
  const again = await open(app, '', { 'Last-Event-ID': seen.id ?? '' })
  const addresses = [await again.next(), await again.next(), await again.next()].map(({ data }) => data.entity?.address)
  expect(addresses).toEqual([undefined, 'w/r/two', 'w/r/three'])
  await again.close()

  const all = await open(app, '?after=0&kind=create&wing=w')
  const names = new Set<string | undefined>()
  while (names.size < 7) names.add((await all.next()).data.entity?.address)
  expect(names).toEqual(new Set([undefined, 'w', 'w/r', 'w/r/before', 'w/r/one', 'w/r/three', 'w/r/two']))
  await all.close()
})

test('a stream that may not be read is refused as any other route', async ({ app }) => {
  expect((await app.request('/api/changes/stream?wing=nowhere')).status).toBe(404)
  expect((await app.request('/api/changes/stream?foo=1')).status).toBe(400)
})

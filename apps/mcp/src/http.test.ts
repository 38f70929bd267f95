import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { openService, readConfig } from '@loci/service'
import { test as base } from '@loci/testing'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js'
import { describe, expect, vi } from 'vitest'
import { createMcpHttp } from './http.ts'

interface Served {
  url: URL
  client: Client
  call: (name: string, input?: Record<string, unknown>) => Promise<{ ok: boolean; data: Record<string, unknown> }>
}

const test = base.extend<{ $file: { served: Served } }>({
  served: [
    async ({ database }, use) => {
      const config = readConfig({ LOCI_HOME: database.home, DATABASE_URL: database.databaseUrl })
      const service = await openService(config)
      service.startWorkers()
      const app = createMcpHttp({ service, config, log: () => {}, version: '0.0.0' })
      const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
      await new Promise((resolve) => server.once('listening', resolve))
      // it listens on a port, so its address is no path
      const { port } = server.address() as AddressInfo
      const url = new URL(`http://127.0.0.1:${port}/mcp`)
      const client = new Client({ name: 'test', version: '0' })
      await client.connect(new StreamableHTTPClientTransport(url))
      // with the list known, the client checks every answer against its schema
      await client.listTools()
      const call: Served['call'] = async (name, input = {}) => {
        const result = CallToolResultSchema.parse(await client.callTool({ name: `loci_${name}`, arguments: input }))
        expect(result.content).toEqual([{ type: 'text', text: JSON.stringify(result.structuredContent) }])
        return { ok: result.isError !== true, data: result.structuredContent ?? {} }
      }
      await use({ url, client, call })
      await client.close()
      await new Promise((resolve) => server.close(resolve))
      await service.close()
    },
    { scope: 'file' },
  ],
})

test('says who it is and how to use it', ({ served: { client } }) => {
  expect(client.getServerVersion()).toMatchObject({ name: 'loci' })
  expect(client.getInstructions()).toMatch(/trash/)
})

describe('a session with the palace', () => {
  test('files, finds, reads, changes and removes', async ({ served: { call } }) => {
    const content = 'We keep the queue in Postgres because one system is enough.'
    const filed = await call('add_drawer', { wing: 'w', room: 'decisions', content, source_file: '/notes/queue.md' })
    expect(filed).toMatchObject({ ok: true, data: { success: true, created: true } })
    const { drawer_id } = filed.data
    expect((await call('add_drawer', { wing: 'w', room: 'decisions', content })).data).toMatchObject({
      drawer_id,
      created: false,
    })
    expect((await call('list_wings')).data).toMatchObject({ wings: { w: 1 } })
    expect((await call('list_rooms', { wing: 'w' })).data).toMatchObject({ wing: 'w', rooms: { decisions: 1 } })
    expect((await call('get_taxonomy')).data).toMatchObject({ taxonomy: { w: { decisions: 1 } } })
    const found = await call('search', { query: 'why is the queue in the database?', limit: '3', wing: '' })
    expect(found.data['results']).toContainEqual(expect.objectContaining({ drawer_id, wing: 'w', text: content }))
    expect((await call('get_drawer', { drawer_id })).data).toMatchObject({
      content,
      metadata: { source_file: 'queue.md' },
    })
    expect((await call('list_drawers', { wing: 'w' })).data).toMatchObject({ total: 1, limit: 20, offset: 0 })
    const changed = await call('update_drawer', { drawer_id, content: 'In Postgres.', room: 'adr' })
    expect(changed.data['updated_fields']).toEqual(expect.arrayContaining(['content', 'room']))
    expect((await call('delete_drawer', { drawer_id })).data).toMatchObject({ success: true, drawer_id })
    expect((await call('get_drawer', { drawer_id })).data).toMatchObject({ trashed: true })
    expect((await call('status')).data).toMatchObject({ total_drawers: 0 })
  })

  test.for([
    ['an unknown argument', { query: 'x', foo: 1 }, 'foo'],
    ['a wrong type', { query: 'x', limit: 'abc' }, 'limit'],
    ['a number out of range', { query: 'x', limit: 100_000 }, 'limit'],
    ['a missing argument', {}, 'query'],
    ['U+0000', { query: 'a\0b' }, 'query'],
  ] as const)('refuses %s and names the field', async ([, input, field], { served: { call } }) => {
    const { ok, data } = await call('search', input)
    expect(ok).toBe(false)
    expect(data).toMatchObject({
      error: { code: 'input.invalid', help: expect.any(String), request_id: expect.any(String) },
    })
    expect(JSON.stringify(data)).toContain(field)
  })

  test('a refusal is a result with the envelope', async ({ served: { call } }) =>
    expect(await call('list_rooms', { wing: 'nope' })).toMatchObject({
      ok: false,
      data: { error: { code: 'wing.not_found' } },
    }))

  test('an unknown tool is an error of the protocol', async ({ served: { client } }) =>
    expect(client.callTool({ name: 'loci_delete_wing', arguments: {} })).rejects.toThrow('Unknown tool'))
})

test('null arguments are none', async ({ served: { url } }) => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"loci_list_wings","arguments":null}}',
  })
  expect(await response.json()).toMatchObject({ id: 1, result: { structuredContent: { wings: {} } } })
})

test('there is no stream to open', async ({ served: { url } }) => {
  const response = await fetch(url, { headers: { accept: 'text/event-stream' } })
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
})

test('who waits for a job hears how far it is', async ({ served: { client } }) => {
  const items = Array.from({ length: 30 }, (_, n) => ({ wing: 'progress', room: 'r', content: `memory ${n}` }))
  const heard: { progress: number; total?: number | undefined }[] = []
  const result = await client.callTool(
    { name: 'loci_checkpoint', arguments: { items, wait: 60 } },
    CallToolResultSchema,
    { onprogress: (progress) => heard.push(progress) },
  )
  expect(result.structuredContent).toMatchObject({ status: 'completed' })
  expect(heard.at(-1)).toMatchObject({ progress: 30, total: 30 })
  const amounts = heard.map(({ progress }) => progress)
  expect(amounts).toEqual([...new Set(amounts)].toSorted((x, y) => x - y))
})

test('who gives up waiting for a job leaves it to go on', async ({ served: { client, call } }) => {
  const items = Array.from({ length: 60 }, (_, n) => ({ wing: 'patience', room: 'r', content: `memory ${n}` }))
  const patience = new AbortController()
  const waiting = client.callTool({ name: 'loci_checkpoint', arguments: { items, wait: 60 } }, CallToolResultSchema, {
    signal: patience.signal,
    onprogress: () => patience.abort(),
  })
  await expect(waiting).rejects.toThrow(/abort/i)
  await vi.waitFor(async () => expect((await call('memories_filed_away')).data).toMatchObject({ message_count: 60 }), {
    timeout: 60_000,
    interval: 200,
  })
})

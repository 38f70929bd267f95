import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { errorCodes } from '@loci/contract'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createClient } from './client.ts'

const id = '0198c5a0-0000-7000-8000-000000000001'
const at = '2026-11-30T09:00:00.000Z'
const wing = { id, name: 'work', description: '', revision: 1, rooms: 0, drawers: 0, created_at: at, updated_at: at }

interface Recorded {
  method: string | undefined
  url: string | undefined
  headers: IncomingMessage['headers']
  body: string
}

/** A server that answers every request alike and keeps what it was asked. */
async function answering(status: number, body: unknown, headers: Record<string, string> = {}) {
  const requests: Recorded[] = []
  const server = createServer((request, response) => {
    void text(request).then((sent) => {
      requests.push({ method: request.method, url: request.url, headers: request.headers, body: sent })
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, requests }
}

describe('a request', () => {
  test('puts fields into the path, the query string and the body', async () => {
    const { url, requests } = await answering(200, { ...wing, change_set: null })
    const { call } = createClient({ url: `${url}/`, token: 'secret-token', headers: { 'x-loci-mode': 'full' } })
    await call('wing.update', { wing: 'a/b ü', description: 'd' })
    expect(requests[0]).toMatchObject({
      method: 'PATCH',
      url: '/api/wings/a%2Fb%20%C3%BC',
      body: '{"description":"d"}',
    })
    expect(requests[0]?.headers).toMatchObject({
      authorization: 'Bearer secret-token',
      'content-type': 'application/json',
      'x-loci-mode': 'full',
    })
  })

  test('uses the names that the query string has', async () => {
    const { url, requests } = await answering(200, { query: 'x', filters: {}, results: [] })
    await createClient({ url }).call('drawer.search', { query: 'a & b', wing: 'work', limit: 3 })
    expect(requests[0]).toMatchObject({ method: 'GET', url: '/api/search?q=a+%26+b&wing=work&limit=3', body: '' })
    expect(requests[0]?.headers).not.toHaveProperty('authorization')
  })

  test.each(['..', 'a/../b', '.'])('refuses the drawer %s, which a URL would lose', async (drawer) => {
    const { url, requests } = await answering(200, {})
    const shown = createClient({ url }).call('drawer.show', { wing: 'w', room: 'r', drawer })
    await expect(shown).rejects.toMatchObject({ code: 'palace.path_invalid' })
    expect(requests).toEqual([])
  })

  test('is refused before it is sent when the contract does not allow it', async () => {
    const { url, requests } = await answering(200, {})
    const listed = createClient({ url }).call('wing.list', { limit: 1000 })
    await expect(listed).rejects.toMatchObject({ code: 'input.invalid' })
    await expect(createClient({ url }).call('drawer.search', { query: '\ud800' })).rejects.toMatchObject({
      code: 'input.invalid',
    })
    expect(requests).toEqual([])
  })

  test.each(['not a url', 'ftp://host', 'http://user:word@host'])('needs the URL of a server: %s', (url) => {
    expect(() => createClient({ url })).toThrow(expect.objectContaining({ code: 'input.invalid' }))
  })

  test('does not tell a token that cannot be sent', () => {
    expect(() => createClient({ url: 'http://host', token: 'a\nb' })).toThrow(/^the token holds/)
  })
})

describe('an answer', () => {
  const answered = async (...args: Parameters<typeof answering>) =>
    createClient({ url: (await answering(...args)).url }).call('wing.show', { wing: 'work' })

  test('may have fields that this version does not know', async () => {
    await expect(answered(200, { ...wing, colour: 'red' })).resolves.toEqual(wing)
  })

  test('that is no output of the operation is internal', async () => {
    await expect(answered(200, { id })).rejects.toMatchObject({ code: 'internal' })
    await expect(answered(200, '<html>')).rejects.toMatchObject({ code: 'internal' })
  })

  test('with the envelope becomes the same error', async () => {
    const error = { code: 'palace.busy', message: 'busy', help: 'wait', details: { jobs: [id] }, request_id: 'r' }
    await expect(answered(409, { error })).rejects.toMatchObject({
      name: 'PalaceError',
      code: 'palace.busy',
      message: 'busy',
      help: 'wait',
      details: { jobs: [id] },
    })
  })

  test('keeps the request id of a fault', async () => {
    const error = { code: 'internal', message: 'm', help: 'h', request_id: 'r-1' }
    await expect(answered(500, { error })).rejects.toMatchObject({ details: { request_id: 'r-1' } })
  })

  test('with a code of a newer server keeps its words', async () => {
    const error = { code: 'drawer.locked', message: 'it is locked', help: 'unlock it' }
    await expect(answered(409, { error })).rejects.toMatchObject({
      code: 'internal',
      message: 'it is locked (drawer.locked)',
      help: 'unlock it',
    })
  })

  test.each([
    [401, 'auth.required'],
    [413, 'input.too_large'],
    [502, 'unavailable'],
    [404, 'internal'],
  ] as const)('of another program with %i is %s', async (status, code) => {
    await expect(answered(status, '<html>')).rejects.toMatchObject({ code, help: expect.any(String) as string })
    expect(errorCodes).toHaveProperty([code])
  })

  test('that redirects says where to', async () => {
    await expect(answered(301, '', { location: 'https://elsewhere/' })).rejects.toMatchObject({
      message: expect.stringContaining('redirects to https://elsewhere/') as string,
    })
  })

  test('that does not come is unavailable', async () => {
    const call = createClient({ url: 'http://127.0.0.1:9' }).call('wing.list', {})
    await expect(call).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('no Loci answers at http://127.0.0.1:9') as string,
    })
  })
})

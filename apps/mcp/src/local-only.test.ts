import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { isLoopback, localOnly } from './local-only.ts'

const status = async (boundTo: string, headers: Record<string, string>, tokens = false) => {
  const app = new Hono().use(localOnly(boundTo, tokens)).get('/', (c) => c.text('in'))
  app.onError((_, c) => c.text('out', 403))
  return (await app.request('/', { headers })).status
}

describe('on loopback', () => {
  test.each(['localhost', 'localhost:5624', '127.0.0.1:5624', '[::1]:5624', 'LOCALHOST'])('%s may ask', async (host) =>
    expect(await status('127.0.0.1', { host })).toBe(200),
  )
  test.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '10.0.0.1',
    'localhost:1@evil.example',
    '',
  ])('%j may not', async (host) => expect(await status('127.0.0.1', { host })).toBe(403))
  test.each(['http://evil.example', 'null', 'https://localhost.evil.example'])('nor a page of %s', async (origin) =>
    expect(await status('::1', { host: 'localhost', origin })).toBe(403),
  )
  test('a page of this machine may', async () =>
    expect(await status('127.0.0.1', { host: 'localhost:5624', origin: 'http://localhost:3000' })).toBe(200))
})

test('a proxy may come by any name where tokens guard', async () =>
  expect(await status('127.0.0.1', { host: 'palace.example', origin: 'https://palace.example' }, true)).toBe(200))

test('elsewhere tokens guard, and any name serves', async () =>
  expect(await status('0.0.0.0', { host: 'palace.example', origin: 'https://palace.example' })).toBe(200))

test.each([
  ['127.0.0.1', true],
  ['127.1.2.3', true],
  ['::1', true],
  ['localhost', true],
  ['0.0.0.0', false],
  ['::', false],
  ['localhost.example', false],
  ['127.0.0.1.example', false],
])('%s is loopback: %s', (host, is) => expect(isLoopback(host)).toBe(is))

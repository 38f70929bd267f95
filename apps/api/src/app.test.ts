import { readConfig, openService } from '@loci/service'
import { test as base } from '@loci/testing'
import { type Logger, pino } from 'pino'
import { describe, expect } from 'vitest'
import { createApi } from './app.ts'
import { listen } from './listen.ts'

const token = 'a-token-for-tests'

interface Served {
  /** A request to the app without a token, and one to the same palace behind a token. */
  ask: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>
  askGuarded: (method: string, path: string, headers?: Record<string, string>) => Promise<Answer>
  url: string
  log: string[]
}
interface Answer {
  status: number
  headers: Headers
  body: { error?: { code: string; message: string; help: string; request_id: string }; [field: string]: unknown }
}

const test = base.extend<{ $file: { served: Served } }>({
  served: [
    async ({ database }, use) => {
      const log: string[] = []
      const logger = pino({ level: 'debug' }, { write: (line) => log.push(line) })
      const environment = { LOCI_HOME: database.home, DATABASE_URL: database.databaseUrl }
      const open = await serve(environment, logger)
      const guarded = await serve({ ...environment, LOCI_ADMIN_TOKEN: token }, logger)
      const listening = await listen(open.app, '127.0.0.1', 0)
      await use({
        ask: (method, path, body, headers) => answer(open.app.request(path, request(method, body, headers))),
        askGuarded: (method, path, headers) =>
          answer(guarded.app.request(path, { method, ...(headers && { headers }) })),
        url: listening.url,
        log,
      })
      await listening.close(1000)
      await guarded.service.close()
      await open.service.close()
    },
    { scope: 'file' },
  ],
})

async function serve(environment: Record<string, string | undefined>, log: Logger) {
  const config = readConfig(environment)
  const service = await openService(config)
  return { service, app: createApi({ service, config, log, version: '0.0.0' }) }
}

function request(method: string, body: unknown, headers: Record<string, string> = {}): RequestInit {
  if (body === undefined) return { method, headers }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { method, body: text, headers: { 'content-type': 'application/json', ...headers } }
}

async function answer(asked: Response | Promise<Response>): Promise<Answer> {
  const response = await asked
  const { status, headers } = response
  const text = await response.text()
  const json = headers.get('content-type')?.startsWith('application/json')
  return { status, headers, body: json ? (JSON.parse(text) as Answer['body']) : { text } }
}

describe('a route for every operation', () => {
  test('201 when it made something, 200 when it was there', async ({ served: { ask } }) => {
    expect(await ask('POST', '/api/wings', { name: 'work' })).toMatchObject({ status: 201, body: { created: true } })
    expect(await ask('POST', '/api/wings', { name: 'work' })).toMatchObject({ status: 200, body: { created: false } })
  })

  test('the rest of the path is the drawer, each segment decoded once', async ({ served: { ask } }) => {
    for (const name of ['docs/adr/018.md', '100%', 'a%2Fb', '太郎/👩‍👩‍👧‍👦', 'a?b#c']) {
      await ask('POST', '/api/wings/paths/rooms/r%20x/drawers', { name, content: `content of ${name}` })
      const path = name.split('/').map(encodeURIComponent).join('/')
      expect((await ask('GET', `/api/wings/paths/rooms/r%20x/drawers/${path}`)).body).toMatchObject({
        name,
        room: 'r x',
      })
      expect((await ask('GET', `/api/wings/paths/rooms/r%20x/drawers/${encodeURIComponent(name)}`)).body).toMatchObject(
        { name },
      )
    }
  })

  test('numbers in the query are read, and q is the query', async ({ served: { ask } }) => {
    await ask('POST', '/api/wings/numbers/rooms/5/drawers', { content: 'the answer is 42' })
    const found = await ask('GET', '/api/search?q=42&wing=numbers&room=5&limit=1')
    expect(found).toMatchObject({ status: 200, body: { query: '42', results: [{ text: 'the answer is 42' }] } })
  })

  test('a blank filter is no filter', async ({ served: { ask } }) => {
    await ask('POST', '/api/wings/blank/rooms/b/drawers', { content: 'quagga' })
    const found = await ask('GET', '/api/search?q=quagga&limit=1&wing=&room=%20&tag=&since=')
    expect(found).toMatchObject({ status: 200, body: { filters: {}, results: [{ wing: 'blank' }] } })
  })

  test.for([
    ['an empty number', 'GET', '/api/search?q=a&limit=', undefined, 'input.invalid'],
    ['malformed JSON', 'POST', '/api/wings', '{"name":', 'input.invalid'],
    ['a body that is no object', 'POST', '/api/wings', '[]', 'input.invalid'],
    ['nothing where something is required', 'POST', '/api/wings', undefined, 'input.invalid'],
    ['an unknown field', 'POST', '/api/wings', { name: 'x', foo: 1 }, 'input.invalid'],
    ['U+0000', 'POST', '/api/wings', { name: 'a\0b' }, 'input.invalid'],
    ['half a surrogate pair', 'POST', '/api/wings', '{"name":"x\\ud800y"}', 'input.invalid'],
    ['a field of the path again', 'POST', '/api/wings/work/rooms', { wing: 'other', name: 'x' }, 'input.invalid'],
    ['a query where a body is read', 'POST', '/api/wings?strict=true', { name: 'x' }, 'input.invalid'],
    ['a number that is none', 'GET', '/api/wings?limit=abc', undefined, 'input.invalid'],
    ['a number out of range', 'GET', '/api/wings?limit=0', undefined, 'input.invalid'],
    ['a field twice', 'GET', '/api/wings?limit=1&limit=2', undefined, 'input.invalid'],
    ['a field by both its names', 'GET', '/api/search?q=a&query=b', undefined, 'input.invalid'],
    ['an unknown query field', 'GET', '/api/wings?foo=1', undefined, 'input.invalid'],
    ['a foreign cursor', 'GET', '/api/wings?cursor=garbage', undefined, 'input.invalid'],
    ['a path that is not well encoded', 'GET', '/api/wings/%E0%A4%A', undefined, 'input.invalid'],
    ['an id that is none', 'GET', '/api/drawers/abc', undefined, 'input.invalid'],
  ] as const)('refuses %s', async ([, method, path, body, code], { served: { ask } }) => {
    const { status, body: answered } = await ask(method, path, body)
    expect(status).toBe(400)
    expect(answered.error).toMatchObject({ code, message: expect.any(String), help: expect.any(String) })
  })

  test('refuses another content type', async ({ served: { ask } }) => {
    const { status } = await ask('POST', '/api/wings', '{"name":"x"}', { 'content-type': 'text/plain' })
    expect(status).toBe(400)
  })

  test('a delete with a body is refused, for its guard would be lost', async ({ served: { ask } }) => {
    await ask('POST', '/api/wings', { name: 'guarded' })
    const headers = { 'content-length': '23' }
    expect((await ask('DELETE', '/api/wings/guarded', '{"expected_revision":9}', headers)).status).toBe(400)
    expect((await ask('DELETE', '/api/wings/guarded?expected_revision=9')).status).toBe(409)
    expect((await ask('GET', '/api/wings/guarded')).status).toBe(200)
  })

  test('says where there is no route, and which methods there are', async ({ served: { ask } }) => {
    expect(await ask('GET', '/api/nope')).toMatchObject({ status: 404, body: { error: { code: 'route.not_found' } } })
    expect((await ask('PUT', '/api/wings/work')).headers.get('allow')).toBe('GET, PATCH, DELETE')
  })
})

describe('a body over the limit', () => {
  const tooMuch = 'x'.repeat(17 * 1024 * 1024)
  const headers = { 'content-type': 'application/json' }

  test('is 413 by its length', async ({ served: { url } }) => {
    const response = await fetch(`${url}/api/wings`, { method: 'POST', headers, body: tooMuch })
    expect(await answer(response)).toMatchObject({ status: 413, body: { error: { code: 'input.too_large' } } })
  })

  test('is 413 when it comes in chunks', async ({ served: { url } }) => {
    const response = await fetch(`${url}/api/wings`, {
      method: 'POST',
      headers,
      body: new Blob([tooMuch]).stream(),
      duplex: 'half',
    })
    expect(await answer(response)).toMatchObject({ status: 413, body: { error: { code: 'input.too_large' } } })
  })

  test('a drawer over its limit is 413 too', async ({ served: { ask } }) => {
    const content = 'x'.repeat(1024 * 1024 + 1)
    expect((await ask('POST', '/api/wings/work/rooms/r/drawers', { content })).status).toBe(413)
  })
})

describe('with a token set', () => {
  test.for(['/', '/docs', '/api/openapi.json', '/api/wings', '/health/ready', '/mcp', '/nope'])(
    '%s asks for it',
    async (path, { served: { askGuarded } }) => {
      const { status, headers, body } = await askGuarded('GET', path)
      expect(status).toBe(401)
      expect(headers.get('www-authenticate')).toBe('Bearer')
      expect(body.error?.code).toBe('auth.required')
    },
  )

  test('liveness does not, and the right one opens the rest', async ({ served: { askGuarded } }) => {
    expect((await askGuarded('GET', '/health/live')).status).toBe(200)
    expect((await askGuarded('GET', '/api/wings', { authorization: `Bearer ${token}` })).status).toBe(200)
    expect((await askGuarded('GET', '/api/wings', { authorization: `Bearer ${token}x` })).status).toBe(401)
  })
})

describe('every answer', () => {
  test('has a request id: the one sent when it can be logged', async ({ served: { ask } }) => {
    const sent = await ask('GET', '/api/nope', undefined, { 'x-request-id': 'abc-1' })
    expect(sent.headers.get('x-request-id')).toBe('abc-1')
    expect(sent.body.error?.request_id).toBe('abc-1')
    const odd = await ask('GET', '/health/live', undefined, { 'x-request-id': 'two words' })
    expect(odd.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
  })

  test('keeps browsers out', async ({ served: { ask } }) => {
    const { headers } = await ask('GET', '/api/wings')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect((await ask('GET', '/api/wings', undefined, { host: 'evil.example' })).status).toBe(403)
    expect((await ask('GET', '/api/wings', undefined, { origin: 'https://evil.example' })).status).toBe(403)
  })

  test('leaves one line in the log, without what it was about', async ({ served: { ask, log } }) => {
    log.length = 0
    await ask('POST', '/api/wings/hush/rooms/hush/drawers', { content: 'hush' })
    await ask('GET', '/api/search?q=hush')
    expect(log).toHaveLength(2)
    expect(log.join('')).toContain('"route":"/api/wings/{wing}/rooms/{room}/drawers"')
    expect(log.join('')).not.toContain('hush')
  })
})

test('the pages need nothing from elsewhere', async ({ served: { ask } }) => {
  for (const path of ['/', '/docs', '/docs/open.js', '/docs/swagger-ui.css', '/docs/swagger-ui-bundle.js'])
    expect((await ask('GET', path)).status).toBe(200)
  for (const path of ['/', '/docs'])
    expect((await ask('GET', path)).body['text']).not.toMatch(/(src|href)="(https?:)?\/\//)
  expect(await ask('GET', '/health/ready')).toMatchObject({ status: 200, body: { status: 'ready' } })
})

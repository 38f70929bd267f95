import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { openService, readConfig } from '@loci/service'
import { test, testEnvironment } from '@loci/testing'
import { pino } from 'pino'
import { describe, expect, inject } from 'vitest'
import { createApi } from './app.ts'

const { kind } = inject('template')

async function serve(environment: Record<string, string>) {
  const config = readConfig(environment)
  const service = await openService(config, { embedded: { fsync: false } })
  const app = createApi({ service, config, log: pino({ level: 'silent' }), version: '0' })
  const ask = async (method: string, path: string, body?: object) => {
    const headers = { 'content-type': 'application/json' }
    const response = await app.request(path, { method, ...(body && { headers, body: JSON.stringify(body) }) })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  return { ask, close: () => service.close() }
}

type Ask = Awaited<ReturnType<typeof serve>>['ask']

/** Files drawers one after the other until told to stop, and gives the names that were acknowledged. */
async function fileUntil(
  ask: Ask,
  writer: number,
  signal: AbortSignal,
): Promise<{ named: string[]; refused: Set<number> }> {
  const named: string[] = []
  const refused = new Set<number>()
  for (let n = 0; !signal.aborted; n++) {
    const name = `${writer}-${n}`
    const { status } = await ask('POST', '/api/wings/crash/rooms/r/drawers', { name, content: `memory ${name}` })
    if (status === 201) named.push(name)
    else refused.add(status)
  }
  return { named, refused }
}

async function untilReady(ask: Ask): Promise<void> {
  while ((await ask('GET', '/health/ready')).status !== 200);
}

describe.runIf(kind === 'embedded')('the embedded database is killed in the middle of writes', () => {
  const hostOf = (home: string) => {
    const started = readFileSync(join(home, 'postgres.log'), 'utf8').matchAll(/ (\d+) serving/g)
    return Number([...started].at(-1)?.[1])
  }

  test('what was acknowledged is there, what was not is a 503, and it comes back by itself', async ({ database }) => {
    const { ask, close } = await serve(testEnvironment(database))
    const stop = new AbortController()
    const writers = [1, 2, 3, 4].map((writer) => fileUntil(ask, writer, stop.signal))
    for (let kills = 0; kills < 3; kills++) {
      const before = hostOf(database.home)
      // some writes have gone through since the last kill
      const { status } = await ask('POST', '/api/wings/crash/rooms/r/drawers', { content: `before kill ${kills}` })
      expect(status).toBe(201)
      process.kill(before, 'SIGKILL')
      expect((await ask('GET', '/health/live')).status).toBe(200)
      await untilReady(ask)
      expect(hostOf(database.home)).not.toBe(before)
    }
    stop.abort()
    const written = await Promise.all(writers)
    for (const { refused } of written) expect([...refused].filter((status) => status !== 503)).toEqual([])

    const names = written.flatMap(({ named }) => named)
    expect(names.length).toBeGreaterThan(0)
    const lost: string[] = []
    for (const name of names)
      if ((await ask('GET', `/api/wings/crash/rooms/r/drawers/${name}`)).status !== 200) lost.push(name)
    expect(lost).toEqual([])
    await close()
  }, 180_000)
})

describe.runIf(kind === 'server')('a database server that is away', () => {
  /** A way to the server that can be cut and mended. */
  async function openWay(url: string) {
    const target = new URL(url)
    const serverPort = Number(target.port)
    const open = new Set<Socket>()
    const way: Server = createServer((socket) => {
      const on = connect(serverPort, target.hostname)
      for (const end of [socket, on]) {
        open.add(end)
        end.on('error', () => {}).on('close', () => open.delete(end))
      }
      socket.pipe(on).pipe(socket)
    })
    way.listen(0, '127.0.0.1')
    await once(way, 'listening')
    const { port } = way.address() as AddressInfo
    target.port = String(port)
    return {
      url: target.href,
      async cut() {
        const closed = once(way, 'close')
        way.close()
        for (const socket of open) socket.destroy()
        await closed
      },
      async mend() {
        way.listen(port, '127.0.0.1')
        await once(way, 'listening')
      },
    }
  }

  test('is a 503 while liveness stays, and comes back by itself', async ({ database }) => {
    const way = await openWay(database.databaseUrl ?? '')
    const { ask, close } = await serve({ ...testEnvironment(database), DATABASE_URL: way.url })
    expect((await ask('POST', '/api/wings', { name: 'before' })).status).toBe(201)

    await way.cut()
    expect((await ask('GET', '/health/live')).status).toBe(200)
    expect((await ask('GET', '/health/ready')).status).toBe(503)
    const refused = await ask('POST', '/api/wings', { name: 'during' })
    expect(refused).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } })
    expect(JSON.stringify(refused.body)).not.toMatch(/ECONN|127\.0\.0\.1|postgres/)

    await way.mend()
    await untilReady(ask)
    expect((await ask('GET', '/api/wings/before')).status).toBe(200)
    expect((await ask('GET', '/api/wings/during')).status).toBe(404)
    await way.cut()
    await close().catch(() => {})
  }, 120_000)
})

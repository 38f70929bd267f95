import { connect, createServer, type Socket } from 'node:net'
import { test } from '@loci/testing'
import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { describe, expect } from 'vitest'
import { array, openStore, rows, tables } from './index.ts'

const { palaces } = tables
const odd = [
  '',
  ' ',
  'a,b',
  '{}',
  '{"a"}',
  '"',
  '\\',
  'null',
  'NULL',
  "o'neil",
  'a\nb',
  '日本',
  '🧠',
  '$1',
  '%',
  "E'\\x00'",
]

describe('a list as one parameter', () => {
  test('holds any text, in order', async ({ store }) => {
    const [row] = await rows<{ list: string[] }>(store.db, sql`select ${array(odd, 'text')} as list`)
    expect(row?.list).toEqual(odd)
    const found = await rows<{ text: string; at: number }>(
      store.db,
      sql`select text, at::int from unnest(${array(odd, 'text')}) with ordinality as t (text, at) order by at`,
    )
    expect(found).toEqual(odd.map((text, i) => ({ text, at: i + 1 })))
  })

  test('may be empty, of numbers or of ids', async ({ store }) => {
    const one = async (list: ReturnType<typeof array>) =>
      (await rows<{ list: unknown[] }>(store.db, sql`select ${list} as list`))[0]
    expect(await one(array([], 'uuid'))).toEqual({ list: [] })
    expect(await one(array([1, -2, 2_147_483_647], 'integer'))).toEqual({ list: [1, -2, 2_147_483_647] })
    const id = '0192a0b0-1c2d-7e3f-8a4b-5c6d7e8f9a0b'
    expect(await one(array([id.toUpperCase()], 'uuid'))).toEqual({ list: [id] })
    expect(await rows(store.db, sql`select 1 where ${id}::uuid = any(${array([], 'uuid')})`)).toEqual([])
  })
})

describe('a transaction', () => {
  test('is all or nothing', async ({ store }) => {
    const id = '0192a0b0-0000-7000-8000-000000000001'
    const failing = store.transaction(async (tx) => {
      await tx.insert(palaces).values({ id, name: 'rolled back' })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await store.db.$count(palaces)).toBe(0)
  })

  test('that loses against another runs again: both succeed', async ({ store }) => {
    const [a, b] = ['0192a0b0-0000-7000-8000-00000000000a', '0192a0b0-0000-7000-8000-00000000000b'] as const
    await store.db.insert(palaces).values([
      { id: a, name: 'a' },
      { id: b, name: 'b' },
    ])
    let waiting = 0
    let bothHold = () => {}
    const held = new Promise<void>((resolve) => (bothHold = resolve))
    let runs = 0
    const rename = (first: string, second: string, name: string) =>
      store.transaction(async (tx) => {
        runs++
        const set = async (id: string) => tx.execute(sql`update ${palaces} set name = name || ${name} where id = ${id}`)
        await set(first)
        // on a database of one session the other one cannot begin before this one ends
        if (++waiting === 2 || store.kind === 'embedded') bothHold()
        await held
        await set(second)
      })
    await Promise.all([rename(a, b, '1'), rename(b, a, '2')])
    const names = await store.db.select({ name: palaces.name }).from(palaces)
    for (const { name } of names) expect(name).toMatch(/^[ab](12|21)$/)
    expect(names[0]?.name.slice(1)).toBe(names[1]?.name.slice(1))
    if (store.kind === 'server') expect(runs).toBe(3)
  })
})

describe('the migrations', () => {
  test('run once, however many start them at once', async ({ database, store }) => {
    const { after } = await store.migrate()
    const others = Array.from({ length: 4 }, () => openStore(database))
    const reports = await Promise.all(others.map((other) => other.migrate()))
    for (const report of reports) expect(report).toEqual({ before: after, after })
    await Promise.all(others.map((other) => other.close()))
  })

  test('refuse a database that is newer, and leave it as it is', async ({ store }) => {
    const { after } = await store.migrate()
    await store.db.execute(sql`insert into loci_meta.migrations (number, hash) values (${after + 1}, 'of later')`)
    await expect(store.migrate()).rejects.toMatchObject({
      code: 'unavailable',
      message: `the database has ${after + 1} migrations, this version knows ${after}`,
    })
    const [row] = await rows<{ count: number }>(store.db, sql`select count(*)::int as count from loci_meta.migrations`)
    expect(row?.count).toBe(after + 1)
    await store.db.execute(sql`delete from loci_meta.migrations where number = ${after + 1}`)
    expect(await store.migrate()).toEqual({ before: after, after })
  })
})

describe('a database that is away', () => {
  test('is unavailable, without its insides, and back when it returns', async ({ database, store }) => {
    const { databaseUrl } = database
    if (databaseUrl === undefined) return
    const target = new URL(databaseUrl)
    const door = await openDoor(Number(target.port), target.hostname)
    const through = new URL(databaseUrl)
    through.hostname = '127.0.0.1'
    through.port = String(door.port)
    const remote = openStore({ ...database, databaseUrl: through.href })
    await remote.ping()
    await door.shut()
    const away = { code: 'unavailable', message: 'the database did not answer' }
    await expect(remote.ping()).rejects.toMatchObject(away)
    await expect(remote.read((db) => db.$count(palaces))).rejects.toMatchObject(away)
    await expect(remote.transaction((tx) => tx.$count(palaces))).rejects.toMatchObject(away)
    await door.open()
    await remote.ping()
    expect(await remote.read((db) => db.$count(palaces))).toBe(await store.db.$count(palaces))
    await remote.close()
    await door.shut()
  })
})

describe('the driver', () => {
  test('answers every query, and ends, whenever its connections are reset', async ({ database: { databaseUrl } }) => {
    if (databaseUrl === undefined) return
    const { client, door } = await driverThroughDoor(databaseUrl)
    let [answered, failed] = [0, 0]
    const ask = async () => {
      while (failed < 200) {
        const asked = client`select ${failed}::int`.then(
          () => answered++,
          () => failed++,
        )
        if (answered % 20 === 0) door.reset()
        await asked
      }
    }
    await Promise.all(Array.from({ length: 8 }, ask))
    expect(answered).toBeGreaterThan(0)
    await client.end()
    await door.shut()
  })

  test('ends when asked to between the error of a connection and its close', async ({ database: { databaseUrl } }) => {
    if (databaseUrl === undefined) return
    const { client, door } = await driverThroughDoor(databaseUrl)
    await client`select 1`
    const asleep = client`select pg_sleep(60)`
    const ended = asleep.catch(() => client.end())
    await client`select 1`
    door.reset()
    await ended
    await expect(asleep).rejects.toMatchObject({ code: 'ECONNRESET' })
    await door.shut()
  })
})

async function driverThroughDoor(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const door = await openDoor(Number(target.port), target.hostname)
  target.port = String(door.port)
  return { client: postgres(target.href, { max: 3, onnotice: () => {} }), door }
}

/** A port before the database's that can be shut and opened again. */
async function openDoor(port: number, host: string) {
  const sockets = new Set<Socket>()
  const server = createServer((inside) => {
    const outside = connect(port, host)
    for (const socket of [inside, outside]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    }
    inside.pipe(outside).pipe(inside)
  })
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))
  await listen(0)
  const address = server.address()
  const own = typeof address === 'object' && address !== null ? address.port : 0
  return {
    port: own,
    open: () => listen(own),
    /** Breaks every connection, as a network does. */
    reset() {
      for (const socket of sockets) socket.resetAndDestroy()
    },
    async shut() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Engine, openEngine } from './engine.ts'
import { type Front, openFront } from './front.ts'
import { connect } from './probe.ts'
import { message, query, readyStatus, sync, typeOf } from './protocol.ts'

const home = mkdtempSync(join(tmpdir(), 'loci-front-'))
const path = join(home, 'front.sock')
const flush = message('H')
const execute = message('E', '', Buffer.alloc(4))
let engine: Engine
let front: Front

beforeAll(async () => {
  const fatal = (error: unknown): never => {
    throw error
  }
  engine = await openEngine({ folder: mkdtempSync(join(home, 'data-')), onFatal: fatal })
  front = await openFront({
    path,
    engine: Promise.resolve(engine),
    idleInTransaction: 500,
    emptyAfter: 60_000,
    onEmpty: () => {},
    onStop: () => {},
    onFault: fatal,
  })
})

afterAll(async () => {
  await front.close()
  await engine.close()
  rmSync(home, { recursive: true, force: true })
})

const parse = (text: string, name = '') => message('P', name, text, Buffer.alloc(2))
const bind = (name = '') => message('B', '', name, Buffer.alloc(6))

/** A client that says what it is told to, byte for byte. */
async function openRaw() {
  const socket = await connect(path)
  socket.setMaxListeners(1000)
  const answers = readAnswers(socket)
  const send = async (...data: Buffer[]) => {
    socket.write(Buffer.concat(data))
    return answers.next()
  }
  await send(Buffer.from([0, 0, 0, 9, 0, 3, 0, 0, 0]))
  return { socket, send, next: answers.next, close: () => socket.destroy() }
}

/** What comes up to each ReadyForQuery, or to the end: message types and texts. */
function readAnswers(socket: Socket) {
  let seen = Buffer.alloc(0)
  const next = async (): Promise<{ types: string; values: string[]; code: string | undefined; status: string }> => {
    for (;;) {
      const types: string[] = []
      const values: string[] = []
      let code: string | undefined
      for (let at = 0; at + 5 <= seen.length;) {
        const end = at + 1 + seen.readUInt32BE(at + 1)
        if (end > seen.length) break
        const data = seen.subarray(at, end)
        types.push(typeOf(data))
        if (typeOf(data) === 'D') values.push(data.toString('utf8', 11))
        if (typeOf(data) === 'E') code = /\0C(.{5})\0/.exec(data.toString('latin1'))?.[1]
        at = end
        const status = readyStatus(data)
        if (status === undefined && !(socket.readableEnded && at === seen.length)) continue
        seen = seen.subarray(at)
        return { types: types.join(''), values, code, status: status ?? '' }
      }
      if (socket.readableEnded) return { types: '', values: [], code: undefined, status: '' }
      await Promise.race([
        once(socket, 'data').then(([chunk]) => (seen = Buffer.concat([seen, chunk]))),
        once(socket, 'end'),
      ])
    }
  }
  return { next }
}

test('an extended batch gets one ready state, also after an error', async () => {
  const a = await openRaw()
  expect(await a.send(parse('select 1'), bind(), execute, sync)).toMatchObject({ types: '12DCZ', values: ['1'] })
  expect(await a.send(parse('selec'), bind(), execute, sync)).toMatchObject({ types: 'EZ', code: '42601', status: 'I' })
  expect(await a.send(parse('select 1/0'), bind(), execute, execute, sync)).toMatchObject({
    code: '22012',
    types: '1EZ',
  })
  expect(await a.send(query('select 2'))).toMatchObject({ types: 'TDCZ', values: ['2'] })
  a.close()
})

test('unnamed and named statements of two clients do not mix', async () => {
  const [a, b] = await Promise.all([openRaw(), openRaw()])
  await a.send(parse('select 10'), parse('select 11', 'p'), sync)
  await b.send(parse('select 20'), parse('select 21', 'p'), sync)
  expect(await a.send(bind(), execute, bind('p'), execute, sync)).toMatchObject({
    types: '2DC2DCZ',
    values: ['10', '11'],
  })
  expect(await b.send(bind(), execute, bind('p'), execute, sync)).toMatchObject({ values: ['20', '21'] })
  await a.send(query('select 0'))
  expect(await b.send(bind(), execute, sync)).toMatchObject({ types: '2DCZ', values: ['20'] })
  a.close()
  b.close()
})

test('an error and a half batch of one client do not touch the other', async () => {
  const [a, b] = await Promise.all([openRaw(), openRaw()])
  a.socket.write(parse('selec'))
  expect(await b.send(parse('select 1'), bind(), execute, sync)).toMatchObject({ types: '12DCZ', values: ['1'] })
  a.socket.write(flush)
  const other = b.send(parse('select 2'), bind(), execute, sync)
  expect(await a.send(bind(), sync)).toMatchObject({ types: 'EZ', code: '42601' })
  expect(await other).toMatchObject({ types: '12DCZ', values: ['2'] })
  a.close()
  b.close()
})

test('a transaction is seen by others when it is over', async () => {
  const [a, b] = await Promise.all([openRaw(), openRaw()])
  await a.send(query('create table isolation (n int)'))
  expect(await a.send(query('begin'))).toMatchObject({ status: 'T' })
  await a.send(query('insert into isolation values (1)'))
  const seen = b.send(query('select count(*) from isolation'))
  await a.send(query('insert into isolation values (2)'))
  await a.send(query('commit'))
  expect(await seen).toMatchObject({ values: ['2'] })
  a.close()
  b.close()
})

test('a client that goes in a transaction or a batch is rolled back', async () => {
  const [a, b, c] = await Promise.all([openRaw(), openRaw(), openRaw()])
  await a.send(query('create table gone (n int)'))
  await a.send(query('begin; insert into gone values (1)'))
  const waiting = b.send(query('select count(*) from gone'))
  a.close()
  expect(await waiting).toMatchObject({ values: ['0'] })
  c.socket.write(Buffer.concat([parse('insert into gone values (2)'), bind(), execute, flush]))
  await once(c.socket, 'data')
  const still = b.send(query('select count(*) from gone'))
  c.close()
  expect(await still).toMatchObject({ values: ['0'] })
  b.close()
})

test('a client that sits in a transaction is sent away', async () => {
  const [a, b] = await Promise.all([openRaw(), openRaw()])
  await a.send(query('create table idle (n int)'))
  await a.send(query('begin; insert into idle values (1)'))
  const waiting = b.send(query('select count(*) from idle'))
  expect(await a.next()).toMatchObject({ types: 'E', code: '25P03' })
  expect(await waiting).toMatchObject({ values: ['0'] })
  b.close()
})

test('statements and settings of a client go with it', async () => {
  const [a, b] = await Promise.all([openRaw(), openRaw()])
  await a.send(query("set work_mem = '5MB'"))
  await a.send(parse('select 1', 'kept'), sync)
  expect(await b.send(query('select count(*) from pg_prepared_statements'))).toMatchObject({ values: ['1'] })
  a.close()
  await vi.waitFor(async () => {
    const left = await b.send(query('select count(*) from pg_prepared_statements'))
    expect(left).toMatchObject({ values: ['0'] })
  })
  expect(await b.send(query('show work_mem'))).toMatchObject({ values: ['32MB'] })
  b.close()
})

test('copies from the client', async () => {
  const a = await openRaw()
  await a.send(query('create table copied (n int)'))
  const rows = message('d', Buffer.from('1\n2\n'))
  expect(await a.send(query('copy copied from stdin'), rows, rows, message('c'))).toMatchObject({ types: 'GCZ' })
  expect(await a.send(query('copy copied from stdin'), rows, message('f', 'no'))).toMatchObject({ code: '57014' })
  expect(await a.send(query('copy nothing from stdin'), rows, message('c'))).toMatchObject({
    code: '42P01',
    types: 'GEZ',
  })
  expect(await a.send(query('select count(*) from copied'))).toMatchObject({ values: ['4'] })
  a.close()
})

test('a large message passes both ways', async () => {
  const a = await openRaw()
  const text = 'x'.repeat(5_000_000)
  expect(await a.send(parse(`select '${text}'`), bind(), execute, sync)).toMatchObject({ values: [text] })
  a.close()
})

test('what is no protocol ends its own connection only', async () => {
  const a = await openRaw()
  const b = await connect(path)
  b.write('GET / HTTP/1.1\r\n\r\n')
  await once(b.resume(), 'close')
  expect(await a.send(Buffer.from([0x7a, 0, 0, 0, 4]))).toMatchObject({ types: 'E', code: '08P01' })
})

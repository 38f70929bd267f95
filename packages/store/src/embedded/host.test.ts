import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { embeddedSocket, ensureEmbedded, stopEmbedded } from './ensure.ts'

const root = mkdtempSync(join(tmpdir(), 'loci-host-'))
const template = join(root, 'template')
const homes: string[] = []

beforeAll(async () => {
  await startTogether(template, 4)
  await stopEmbedded({ home: template })
})

afterEach(async () => {
  for (const home of homes.splice(0)) await stopEmbedded({ home })
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

function newHome(): string {
  const home = mkdtempSync(join(root, 'home-'))
  cpSync(join(template, 'postgres'), join(home, 'postgres'), { recursive: true })
  homes.push(home)
  return home
}

function openPool(home: string, options: { max?: number; idleExitSeconds?: number } = {}) {
  const { max = 4, ...rest } = options
  const socket = embeddedSocket({ home, fsync: false, ...rest })
  const settings = { max, username: 'postgres', database: 'postgres', socket, onnotice: () => {} }
  return postgres(settings as object)
}

/** Starts processes that each ensure the database of the home and say so. */
async function startTogether(home: string, count: number): Promise<void> {
  const entry = pathToFileURL(fileURLToPath(new URL('./ensure.ts', import.meta.url))).href
  const code = `import { ensureEmbedded } from ${JSON.stringify(entry)}
await ensureEmbedded({ home: ${JSON.stringify(home)} })`
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
  const args = ['--conditions=@loci/source', '--import', tsx, '--input-type=module', '-e', code]
  const children = Array.from({ length: count }, () => spawn(process.execPath, args, { stdio: 'inherit' }))
  const codes = await Promise.all(children.map(async (child: ChildProcess) => (await once(child, 'exit'))[0]))
  expect(codes).toEqual(codes.map(() => 0))
}

function hostPid(home: string): number {
  const pids = [...readFileSync(join(home, 'postgres.log'), 'utf8').matchAll(/ (\d+) serving/g)]
  return Number(pids.at(-1)?.[1])
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('one host comes of four that start on a new home', () => {
  const log = readFileSync(join(template, 'postgres.log'), 'utf8')
  expect(log.match(/serving/g)).toHaveLength(1)
  expect(log).toContain('ended: told to')
})

test('each of many selects gets its own answer', async () => {
  const sql = openPool(newHome(), { max: 8 })
  const answers = await Promise.all(Array.from({ length: 200 }, (_, i) => sql`select ${i}::int as i`))
  expect(answers.map(([row]) => row?.['i'])).toEqual(Array.from({ length: 200 }, (_, i) => i))
  await sql.end()
})

test('a kill -9 loses nothing that was acknowledged, and the pool comes back', async () => {
  const home = newHome()
  const sql = openPool(home)
  await sql`create table kept (n int primary key)`
  const acknowledged: number[] = []
  let failed = 0
  let next = 0
  for (let round = 0; round < 2; round++) {
    const aim = acknowledged.length + 300
    const pid = hostPid(home)
    const writer = async () => {
      while (isAlive(pid)) {
        const n = next++
        try {
          await sql`insert into kept values (${n})`
          acknowledged.push(n)
        } catch {
          failed++
        }
        if (acknowledged.length >= aim && isAlive(pid)) process.kill(pid, 'SIGKILL')
      }
    }
    await Promise.all([writer(), writer(), writer(), writer()])
    // a connection whose end has not been seen yet still fails
    const kept = await vi.waitFor(() => sql`select n from kept`, { timeout: 60_000 })
    const found = new Set(kept.map((row) => row['n']))
    expect(acknowledged.filter((n) => !found.has(n))).toEqual([])
  }
  expect(failed).toBeGreaterThan(0)
  await sql.end()
}, 120_000)

test('a client killed in a transaction is rolled back', async () => {
  const home = newHome()
  const sql = openPool(home)
  await sql`create table half (n int)`
  const entry = pathToFileURL(fileURLToPath(new URL('./ensure.ts', import.meta.url))).href
  const driver = pathToFileURL(createRequire(import.meta.url).resolve('postgres')).href
  const code = `import { embeddedSocket } from ${JSON.stringify(entry)}
import postgres from ${JSON.stringify(driver)}
const sql = postgres({ socket: embeddedSocket({ home: ${JSON.stringify(home)} }), username: 'postgres' })
await sql.begin(async (tx) => {
  await tx\`insert into half values (1)\`
  process.kill(process.pid, 'SIGKILL')
  await new Promise(() => {})
})`
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
  const args = ['--conditions=@loci/source', '--import', tsx, '--input-type=module', '-e', code]
  const child = spawn(process.execPath, args, { stdio: 'inherit' })
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
  expect(await sql`select n from half`).toHaveLength(0)
  await sql.end()
})

test('the host goes after its last client, and on SIGTERM, and leaves a clean database', async () => {
  const home = newHome()
  const sql = openPool(home, { idleExitSeconds: 0 })
  await sql`create table left_behind (n int)`
  const pid = hostPid(home)
  await sql.end()
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 10_000)
  await ensureEmbedded({ home })
  process.kill(hostPid(home), 'SIGTERM')
  await vi.waitFor(() => expect(isAlive(hostPid(home))).toBe(false), 10_000)
  const log = readFileSync(join(home, 'postgres.log'), 'utf8')
  expect(log).toContain('ended: no client is left')
  expect(log).toContain('ended: asked to')
  const again = openPool(home)
  expect(await again`select * from left_behind`).toHaveLength(0)
  await again.end()
})

test('a database that cannot be opened is unavailable, with the log as the cause', async () => {
  const home = newHome()
  rmSync(join(home, 'postgres', 'global'), { recursive: true })
  await expect(ensureEmbedded({ home })).rejects.toMatchObject({
    code: 'unavailable',
    cause: expect.objectContaining({ message: expect.stringContaining('the host ended') }),
  })
  const sql = openPool(home, { max: 1 })
  await expect(sql`select 1`).rejects.toMatchObject({ code: 'unavailable' })
  // the pool's one connection is not lost by that
  await expect(sql`select 1`).rejects.toMatchObject({ code: 'unavailable' })
  await sql.end()
})

test('a home with a long path is served from the temporary folder', async () => {
  const home = join(newHome(), 'x'.repeat(100))
  cpSync(join(template, 'postgres'), join(home, 'postgres'), { recursive: true })
  homes.push(home)
  const { socketPath } = await ensureEmbedded({ home })
  expect(Buffer.byteLength(socketPath)).toBeLessThan(100)
  expect(existsSync(socketPath)).toBe(true)
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Engine, openEngine } from './engine.ts'
import { maintainOne } from './maintenance.ts'
import { query } from './protocol.ts'

const folder = mkdtempSync(join(tmpdir(), 'loci-maintenance-'))
let engine: Engine

beforeAll(async () => {
  const onFatal = (error: unknown): never => {
    throw error
  }
  engine = await openEngine({ folder, onFatal, fsync: false })
})

afterAll(async () => {
  await engine.close()
  rmSync(folder, { recursive: true, force: true })
})

const ask = async (text: string) => (await engine.exec(query(text))).toString('latin1')

test('a table that has changed is vacuumed and analyzed once', async () => {
  expect(await maintainOne(engine)).toBe(false)
  await ask('create table "Some table" (n int)')
  await ask('insert into "Some table" select generate_series(1, 2000)')
  await ask('delete from "Some table" where n > 500')
  expect(await maintainOne(engine)).toBe(true)
  expect(await ask("select reltuples from pg_class where relname = 'Some table'")).toContain('500')
  expect(await maintainOne(engine)).toBe(false)
})

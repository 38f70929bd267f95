import { once } from 'node:events'
import type { Caller } from '@loci/contract'
import { rows, type Store, tables } from '@loci/store'
import { openTestService, test, testEnvironment } from '@loci/testing'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { type Tree, withTree } from './tree.fixture.ts'
import { endLeases, startWorker } from './workers.fixture.ts'

// more of both for a long look: KILLS=30 FILES=1000
const kills = Number(process.env['KILLS'] ?? 3)
const fileCount = Number(process.env['FILES'] ?? 300)
const turnsOf = (mode: 'projects' | 'convos') => (mode === 'convos' ? 3 : 1)

const withTrees = test.extend<{ tree: Tree }>({ tree: async ({}, use) => withTree(use) })

/** The file of a number in a version: a text, or a chat of three exchanges whose last answer is of the version. */
function fileOf(mode: 'projects' | 'convos', file: number, version: number): [path: string, content: string] {
  if (mode === 'projects') return [`f${file}.md`, `file ${file} version ${version}\n${'text '.repeat(100)}`]
  const line = (n: number, type: 'user' | 'assistant', content: string) =>
    JSON.stringify({ type, uuid: `${file}-${n}`, sessionId: `session-${file}`, message: { role: type, content } })
  const lines = [0, 1, 2].flatMap((turn) => [
    line(turn * 2, 'user', `file ${file} turn ${turn}`),
    line(turn * 2 + 1, 'assistant', turn < 2 ? 'an answer' : `version ${version} ${'text '.repeat(100)}`),
  ])
  return [`f${file}.jsonl`, `${lines.join('\n')}\n`]
}

interface Filed {
  file: string
  version: number | null
  revisions: number
}

/** What is filed: of which file, in which version as its text says, and how many texts each drawer has had. */
const filed = (store: Store, wing: string) =>
  rows<Filed>(
    store.db,
    sql`select d.source_document as file,
        substring(d.content from 'version (\\d+)')::int as version,
        (select count(*)::int from ${tables.revisions} v where v.entity_id = d.id and v.content is not null) as revisions
      from ${tables.liveDrawers} d join ${tables.liveRooms} r on r.id = d.room_id
      join ${tables.liveWings} w on w.id = r.wing_id where w.name = ${wing}`,
  )

async function mine(call: Caller, source: string, wing: string, mode: 'projects' | 'convos'): Promise<string> {
  return (await call('job.create', { kind: 'mine', source, wing, mode })).id
}

for (const mode of ['projects', 'convos'] as const)
  withTrees(
    `mining ${mode}, killed ${kills} times, keeps what was, doubles nothing, and finishes`,
    { timeout: 3_600_000 },
    async ({ database, store, tree }) => {
      // it submits and asks, and does no work itself
      const service = await openTestService(database)
      const call: Caller = (name, input) => service.call(name, input, service.local('http'))
      const environment = testEnvironment(database)
      let worker = await startWorker(environment)
      const wing = `killed ${mode}`
      const documents = fileCount * turnsOf(mode)
      try {
        for (let version = 0; version <= kills; version++) {
          const files = Array.from({ length: fileCount }, (_, file) => fileOf(mode, file, version))
          const source = await tree(Object.fromEntries(files), `killed-${mode}`)
          const id = await mine(call, source, wing, mode)
          const show = () => call('job.show', { id })
          if (version > 0) {
            const at = Math.floor(Math.random() * documents * 0.8)
            await expect
              .poll(async () => (await show()).progress.current, { timeout: 300_000, interval: 2 })
              .toBeGreaterThanOrEqual(at)
            worker.kill('SIGKILL')
            await once(worker, 'exit')
            const left = await filed(store, wing)
            expect(left).toHaveLength(documents)
            // the version before, or the new one, whole
            const versions = new Set(left.flatMap((row) => row.version ?? []))
            for (const found of versions) expect([version - 1, version]).toContain(found)
            await endLeases(store)
            worker = await startWorker(environment)
          }
          await expect.poll(async () => (await show()).status, { timeout: 300_000, interval: 20 }).toBe('completed')
          const done = await filed(store, wing)
          expect(new Set(done.map(({ file }) => file)).size).toBe(documents)
          expect(done).toHaveLength(documents)
          const versioned = done.filter((row) => row.version !== null)
          expect(versioned).toHaveLength(fileCount)
          for (const row of versioned) expect(row).toMatchObject({ version, revisions: version + 1 })
        }
      } finally {
        worker.kill('SIGKILL')
        await service.close()
      }
    },
  )

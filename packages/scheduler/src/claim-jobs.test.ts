import { newId, openStore, rows, type Store, tables } from '@loci/store'
import { test } from '@loci/testing'
import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { claimJobs } from './claim-jobs.ts'
import { priorities } from './priorities.ts'
import { createPalace, submit, tamper } from './scheduler.fixture.ts'

const claim = (store: Store, kind: string, more: { lowest?: number; limit?: number } = {}) =>
  store.read((db) => claimJobs(db, { kinds: [kind], lowest: 0, limit: 1, leaseSeconds: 60, ...more }))

async function inTurn(store: Store, kind: string): Promise<string[]> {
  const ids: string[] = []
  for (;;) {
    const [job] = await claim(store, kind)
    if (!job) return ids
    ids.push(job.id)
  }
}

describe('a claim', () => {
  test('goes to one of eight who ask at once', async ({ store, database }) => {
    const stores = Array.from({ length: 8 }, () => openStore(database))
    for (let round = 0; round < 5; round++) {
      const { kind, id } = await submit(store)
      const claimed = (await Promise.all(stores.map((one) => claim(one, kind)))).flat()
      expect(claimed.map((job) => job.id)).toEqual([id])
    }
    await Promise.all(stores.map((one) => one.close()))
  })

  test('shares many jobs out among eight who ask at once, each once', async ({ store }) => {
    const [palaceId, kind] = [await createPalace(store), newId()]
    const jobs = await Promise.all(Array.from({ length: 100 }, () => submit(store, { palaceId, kind })))
    const taken: string[] = []
    const taker = async () => {
      for (;;) {
        const claimed = await claim(store, kind, { limit: 3 })
        if (claimed.length === 0) return
        taken.push(...claimed.map(({ id }) => id))
      }
    }
    await Promise.all(Array.from({ length: 8 }, taker))
    // one who asks while the last are being taken may see none; nobody sees one twice
    taken.push(...(await inTurn(store, kind)))
    expect(taken.toSorted()).toEqual(jobs.map(({ id }) => id).toSorted())
  })

  test('takes the highest priority first, then the oldest, of all palaces', async ({ store }) => {
    const kind = newId()
    const order = [50, 100, 0, 75, 25, 50, 100]
    const jobs = []
    for (const priority of order) jobs.push(await submit(store, { kind, priority }))
    const expected = jobs.toSorted((a, b) => b.priority - a.priority || a.id.localeCompare(b.id)).map(({ id }) => id)
    expect(await inTurn(store, kind)).toEqual(expected)
  })

  test('leaves what is not due, not of its kinds, or of too low a priority', async ({ store }) => {
    const later = await submit(store, { runAt: new Date(Date.now() + 3_600_000) })
    expect(await claim(store, later.kind)).toEqual([])
    await tamper(store, later, sql`run_at = now()`)
    expect(await claim(store, newId())).toEqual([])
    expect(await claim(store, later.kind)).toMatchObject([{ id: later.id }])
    const background = await submit(store, { priority: priorities.background })
    expect(await claim(store, background.kind, { lowest: 1 })).toEqual([])
    expect(await claim(store, background.kind)).toMatchObject([{ id: background.id }])
  })

  test('gives a lease, an attempt and a start', async ({ store }) => {
    const job = await submit(store)
    const [claimed] = await claim(store, job.kind)
    expect(claimed).toMatchObject({ status: 'running', attempt: 1, lease: expect.any(String) })
    expect(claimed?.startedAt).toEqual(expect.any(Date))
    const left = Number(claimed?.leaseUntil) - Date.now()
    expect(left).toBeGreaterThan(30_000)
    expect(left).toBeLessThan(90_000)
  })

  test('finds the next job without sorting or reading the others', async ({ store }) => {
    const [palaceId, kind] = [await createPalace(store), newId()]
    await rows(
      store.db,
      sql`insert into ${tables.jobs} (palace_id, id, kind, status, payload, writes_palace, created_by)
        select ${palaceId}, gen_random_uuid(), ${kind}, case when i % 10 = 0 then 'queued' else 'completed' end, '{}', false, ''
        from generate_series(1, 20000) i`,
    )
    await rows(store.db, sql`analyze ${tables.jobs}`)
    const plan = await store.db.transaction(async (tx) => {
      const explained = await rows<Record<string, unknown>>(
        tx,
        sql`explain (format json) select id from ${tables.jobs}
          where status = 'queued' and run_at <= now() and priority >= 0 and kind = any(array[${kind}])
          order by priority desc, id limit 1 for update skip locked`,
      )
      return JSON.stringify(explained)
    })
    expect(plan).toContain('jobs_claimable')
    expect(plan).not.toContain('Sort')
    await rows(store.db, sql`delete from ${tables.jobs} where kind = ${kind}`)
  })
})

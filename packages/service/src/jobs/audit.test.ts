import { rows, tables } from '@loci/store'
import { test } from '@loci/testing'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'

test('an audit finds what does not fit, a repair tells what it would mend, and mends it', async ({
  call,
  service,
  store,
}) => {
  const run = async (fields: { kind: 'audit' | 'repair'; dry_run?: boolean }) =>
    (await service.settle((await call('job.create', fields)).id)).result
  const ids: string[] = []
  for (const content of ['the first of three memories', 'a second memory of trees', 'and a third one of rivers'])
    ids.push((await call('drawer.create', { wing: 'audited', room: 'r', content })).id)
  expect(await run({ kind: 'audit' })).toMatchObject({ problems: 0 })

  const [first, second] = ids
  const { passages, passageVectors, corpusStatistics, jobs } = tables
  await rows(store.db, sql`delete from ${passages} where drawer_id = ${first}`)
  await rows(store.db, sql`delete from ${passageVectors} where drawer_id = ${second}`)
  await rows(store.db, sql`update ${passages} set room_id = gen_random_uuid() where drawer_id = ${second}`)
  const found = await run({ kind: 'audit' })
  expect(found).toMatchObject({
    drawers_without_passages: { count: 1, ids: [first] },
    passages_without_vectors: 1,
    misplaced_passages: 1,
    statistics: { passages: 2, counted: 3 },
  })
  const planned = { drawers_without_passages: 1, passages_without_vectors: 1, misplaced_passages: 1, statistics: 1 }
  expect(await run({ kind: 'repair' })).toEqual({ dry_run: true, planned })
  expect(await run({ kind: 'audit' })).toEqual(found)

  // with its own passages back, the count that was off is right again
  const mended = { ...planned, statistics: expect.any(Number) }
  expect(await run({ kind: 'repair', dry_run: false })).toEqual({ dry_run: false, mended })
  expect(await run({ kind: 'audit' })).toMatchObject({ problems: 0 })
  expect((await call('drawer.search', { query: 'first memories' })).results[0]?.drawer_id).toBe(first)
  await rows(store.db, sql`update ${corpusStatistics} set passages = passages + 5`)
  await run({ kind: 'repair', dry_run: false })
  expect(await run({ kind: 'audit' })).toMatchObject({ problems: 0, statistics: { passages: 3, counted: 3 } })
  const kept = await store.db.select().from(jobs).orderBy(jobs.id)
  expect(kept.filter((job) => job.kind === 'repair').map((job) => job.writesPalace)).toEqual([false, true, true])
})

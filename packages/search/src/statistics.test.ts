import { rows, type Store } from '@loci/store'
import { test } from '@loci/testing'
import { sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { describe, expect } from 'vitest'
import { foldStatistics } from './statistics.ts'

/** What the statistics say, with what was not folded yet. */
const kept = ({ db }: Store) =>
  rows<{ term: string; passages: number }>(
    db,
    sql`
      select term, sum(passages)::int as passages from (
        select term, passages from loci.term_statistics
        union all select unnest(terms), sign from loci.statistic_deltas
        union all select ' passages', passages from loci.corpus_statistics
        union all select ' passages', sign from loci.statistic_deltas
        union all select ' length', length from loci.corpus_statistics
        union all select ' length', sign * length from loci.statistic_deltas) all_of_them
      group by term having sum(passages) <> 0 order by term collate "C"`,
  )

/** The same, counted anew from the passages of live drawers. */
const counted = ({ db }: Store) =>
  rows<{ term: string; passages: number }>(
    db,
    sql`
      with live as (
        select p.* from loci.passages p join loci.live_drawers d on d.palace_id = p.palace_id and d.id = p.drawer_id)
      select term, sum(passages)::int as passages from (
        select unnest(tsvector_to_array(lexemes)) as term, 1 as passages from live
        union all select ' passages', 1 from live
        union all select ' length', length from live) all_of_them
      group by term having sum(passages) <> 0 order by term collate "C"`,
  )

const content = fc.array(fc.constantFrom('heron', 'the', 'fooBar', '記憶', 'x\n\n', 'Straße', '.'), {
  minLength: 1,
  maxLength: 30,
})
const step = fc.record({
  act: fc.constantFrom('create', 'edit', 'append', 'delete', 'move', 'delete room', 'fold'),
  room: fc.constantFrom('a', 'b', 'c'),
  name: fc.constantFrom('1', '2', '3'),
  content: content.map((words) => `text ${words.join(' ')}`),
})

describe('the statistics', () => {
  test('equal a recount, whatever is written in whichever order', async ({ call, store, principal }) => {
    const wing = 'counted'
    await call('wing.create', { name: wing })
    const run = async ({ act, room, name, content }: typeof step extends fc.Arbitrary<infer T> ? T : never) => {
      const drawer = { wing, room, drawer: name }
      if (act === 'create') return call('drawer.create', { wing, room, name, content })
      if (act === 'edit') return call('drawer.update', { ...drawer, content })
      if (act === 'append') return call('drawer.update', { ...drawer, append: `\n\n${content}` })
      if (act === 'move') return call('drawer.update', { ...drawer, to_room: 'c' })
      if (act === 'delete') return call('drawer.delete', drawer)
      if (act === 'delete room') return call('room.delete', { wing, room })
      return store.transaction((tx) => foldStatistics(tx, principal.palaceId, 3))
    }
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 12 }), async (steps) => {
        // what does not apply is refused, and must leave no trace
        for (const one of steps) await run(one).catch(() => {})
        expect(await kept(store)).toEqual(await counted(store))
      }),
      { numRuns: 10 },
    )
    while ((await store.transaction((tx) => foldStatistics(tx, principal.palaceId))) > 0);
    const folded = await rows(store.db, sql`select 1 from loci.statistic_deltas`)
    expect(folded).toEqual([])
    expect(await kept(store)).toEqual(await counted(store))
    const [passages] = (await counted(store)).filter(({ term }) => term === ' passages')
    expect((await call('palace.status', {})).passages).toBe(passages?.passages ?? 0)
  }, 90_000)

  test('count right when two fold while twenty write', async ({ call, store, principal }) => {
    const fold = () => store.transaction((tx) => foldStatistics(tx, principal.palaceId, 5))
    for (let round = 0; round < 5; round++) {
      const writes = Array.from({ length: 20 }, (_, i) =>
        call('drawer.create', { wing: 'busy', room: 'r', content: `note ${round} ${i} on the tide` }),
      )
      await Promise.all([...writes, fold(), fold(), fold()])
      expect(await kept(store)).toEqual(await counted(store))
    }
  })
})

import { rows, tables } from '@loci/store'
import { test } from '@loci/testing'
import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { listsFor, tendVectorIndex } from './vector-index.ts'

test('as many lists as the square root, to the power of two below', () => {
  expect([0, 4999, 5000, 16_383, 16_384, 1_000_000].map((vectors) => listsFor(vectors))).toEqual([
    0, 0, 64, 64, 128, 512,
  ])
})

describe('the index of the vectors', () => {
  test('is built once by many at a time, takes what is written after it, and gives way to a finer one', async ({
    call,
    store,
    principal,
  }) => {
    const { palaceId } = principal
    const profile = { name: 'static-glove-100d-1', dimensions: 100 }
    const topics = 'river mountain engine violin harbour orchard glacier library furnace meadow'.split(' ')
    const file = async (from: number, to: number) => {
      for (let n = from; n < to; n++) {
        const content = `${topics[n % 10]} ${topics[(n * 7 + 3) % 10]} number ${n}`
        await call('drawer.create', { wing: 'near', room: 'r', name: `${n}`, content })
      }
    }
    const built = () =>
      rows<{ lists: number }>(
        store.db,
        sql`select substring(c.relname from '[0-9]+$')::int as lists from pg_class c join pg_index i on i.indexrelid = c.oid
          where c.relname like 'passage\\_vectors\\_near\\_%' and i.indisvalid order by 1`,
      )
    await file(0, 80)
    await Promise.all([1, 2, 3].map(() => tendVectorIndex(store, palaceId, profile, 64)))
    expect(await built()).toEqual([{ lists: 8 }])
    await file(80, 300)
    await tendVectorIndex(store, palaceId, profile, 64)
    expect(await built()).toEqual([{ lists: 16 }])
    await call('drawer.create', { wing: 'near', room: 'r', name: 'new', content: 'the surgeon washed her hands' })
    const nearest = await rows<{ name: string }>(
      store.db,
      sql`select d.name from loci.nearest_passages(${palaceId}, ${profile.name},
          (select embedding from ${tables.passageVectors} v join ${tables.drawers} d on d.id = v.drawer_id where d.name = 'new'), 3) n
        join ${tables.drawers} d on d.id = n.drawer_id order by n.distance limit 1`,
    )
    expect(nearest).toEqual([{ name: 'new' }])
    const { results } = await call('drawer.search', { query: 'doctor', limit: 1 })
    expect(results).toMatchObject([{ name: 'new' }])
  })
})

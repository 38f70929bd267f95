import { tables } from '@loci/store'
import { test } from '@loci/testing'
import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'

const after = async (ms = 5) => {
  // between two change sets, as their times are whole milliseconds
  await new Promise((resolve) => setTimeout(resolve, ms))
  const now = new Date().toISOString()
  await new Promise((resolve) => setTimeout(resolve, ms))
  return now
}

describe('the palace as of a time', () => {
  test('has the names, texts and places of then', async ({ call }) => {
    const before = await after()
    const made = await call('drawer.create', {
      wing: 'past',
      room: 'a',
      name: 'd',
      content: 'the mermaid sings',
      tags: ['x'],
    })
    const first = await after()
    await call('wing.update', { wing: 'past', name: 'now' })
    await call('room.update', { wing: 'now', room: 'a', name: 'b' })
    await call('drawer.update', {
      wing: 'now',
      room: 'b',
      drawer: 'd',
      content: 'the tractor hums',
      name: 'e',
      to_room: 'c',
    })
    const second = await after()
    await call('wing.delete', { wing: 'now' })

    expect(await call('drawer.show', { wing: 'past', room: 'a', drawer: 'd', as_of: first })).toMatchObject({
      id: made.id,
      content: 'the mermaid sings',
      tags: ['x'],
      revision: 1,
      trashed: false,
    })
    expect(await call('drawer.get', { id: made.id, as_of: second })).toMatchObject({
      content: 'the tractor hums',
      wing: 'now',
      room: 'c',
      name: 'e',
    })
    const names = async (as_of: string) => (await call('wing.list', { as_of })).items.map(({ name }) => name)
    expect([await names(before), await names(first), await names(second)]).toEqual([[], ['past'], ['now']])
    expect((await call('room.list', { wing: 'now', as_of: second })).items).toMatchObject([
      { name: 'b', drawers: 0 },
      { name: 'c', drawers: 1 },
    ])
    expect((await call('drawer.list', { wing: 'past', room: 'a', tag: 'x', as_of: first })).items).toMatchObject([
      { name: 'd', preview: 'the mermaid sings' },
    ])
    expect((await call('tool.get_taxonomy', { as_of: first })).taxonomy).toEqual({ past: { a: 1 } })
    expect(await call('palace.status', { brief: true, as_of: second })).toMatchObject({
      wings: 1,
      rooms: 2,
      total_drawers: 1,
    })
    await expect(call('drawer.get', { id: made.id, as_of: before })).rejects.toMatchObject({ code: 'drawer.not_found' })
    await expect(call('wing.show', { wing: 'now', as_of: first })).rejects.toMatchObject({ code: 'wing.not_found' })

    const found = async (query: string, as_of: string, wing?: string) => {
      const { results } = await call('drawer.search', { query, as_of, wing })
      return results.filter(({ why }) => why.lexical !== null).map(({ text, wing: inWing }) => `${inWing}: ${text}`)
    }
    expect(await found('mermaid', first)).toEqual(['past: the mermaid sings'])
    expect(await found('mermaid', second)).toEqual([])
    expect(await found('tractor', second, 'now')).toEqual(['now: the tractor hums'])
    expect(await found('tractor', first)).toEqual([])
    expect((await call('drawer.search', { query: 'tractor' })).results.filter(({ wing }) => wing === 'now')).toEqual([])
  })
})

describe('a history of 10,000 revisions', { timeout: 120_000 }, () => {
  test('is paged through in no time', async ({ call, store, principal }) => {
    const { id } = await call('drawer.create', { wing: 'long', room: 'r', name: 'd', content: 'x' })
    const { palaceId } = principal
    await store.db.execute(sql`
      with made as (
        insert into ${tables.changeSets} (palace_id, id, at, actor, channel, operation, summary)
        select ${palaceId}, gen_random_uuid(), now(), 'ada', 'http', 'drawer.update', 'edit' from generate_series(2, 10000)
        returning id)
      insert into ${tables.revisions} (palace_id, entity_id, number, entity, kind, change_set_id, before, after, content)
      select ${palaceId}, ${id}, 1 + row_number() over (), 'drawer', 'text', made.id, '{}', '{}', repeat('text ', 100)
      from made`)
    await store.db.execute(sql`update ${tables.drawers} set revision = 10000 where id = ${id}`)
    let cursor: string | undefined
    const times: number[] = []
    for (let page = 0; page < 50; page++) {
      const start = performance.now()
      const { items, next_cursor } = await call('revision.list', { id, limit: 200, cursor })
      times.push(performance.now() - start)
      expect(items[0]?.number).toBe(10_000 - 200 * page)
      cursor = next_cursor ?? undefined
    }
    expect(cursor).toBeUndefined()
    const middle = times.toSorted((a, b) => a - b)[25] ?? 0
    process.stderr.write(`a page of 200 of 10,000 revisions: ${middle.toFixed(1)} ms\n`)
    expect(middle).toBeLessThan(100)
    expect((await call('revision.show', { id, number: 9_999 })).content.length).toBe(500)
  })
})

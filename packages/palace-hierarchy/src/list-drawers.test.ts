import type { Caller } from '@loci/contract'
import { test } from '@loci/testing'
import { describe, expect } from 'vitest'
import { unique } from './palace.fixture.ts'

const at = (day: number) => `2024-05-0${day}T00:00:00.000Z`

async function fill(call: Caller) {
  const place = { wing: unique('wing'), room: 'room' }
  const drawers = [
    { name: 'src/a.ts', tags: ['code', '100%'], source: { uri: 'repo/src/a.ts', author: 'Ada', authored_at: at(1) } },
    { name: 'src_b.ts', tags: ['code'], source: { uri: 'repo/src_b.ts', author: 'Bob', authored_at: at(2) } },
    { name: '50%_off', tags: ['sale'], source: { uri: 'repo', document: 'shop/50%_off', authored_at: at(3) } },
    { name: '50x-off', tags: ['100x'], source: { uri: 'repository/x', document: 'shop2' } },
    { content: 'unnamed' },
  ]
  for (const drawer of drawers) await call('drawer.create', { ...place, content: `text of ${drawer.name}`, ...drawer })
  return async (filter: object) => {
    const { items } = await call('drawer.list', { ...place, ...filter })
    return items.map(({ name }) => name)
  }
}

describe('list drawers', () => {
  test('by prefix, tag, source and author, each taken as it stands', async ({ call }) => {
    const list = await fill(call)
    expect(await list({})).toEqual(['src/a.ts', 'src_b.ts', '50%_off', '50x-off', null])
    expect(await list({ prefix: 'src/' })).toEqual(['src/a.ts'])
    expect(await list({ prefix: 'src_' })).toEqual(['src_b.ts'])
    expect(await list({ prefix: '50%_' })).toEqual(['50%_off'])
    expect(await list({ prefix: '%' })).toEqual([])
    expect(await list({ tag: 'code' })).toEqual(['src/a.ts', 'src_b.ts'])
    expect(await list({ tag: '100%' })).toEqual(['src/a.ts'])
    expect(await list({ tag: 'cod' })).toEqual([])
    expect(await list({ source: 'repo' })).toEqual(['50%_off'])
    expect(await list({ source: 'repo/' })).toEqual(['src/a.ts', 'src_b.ts'])
    expect(await list({ source: 'repo/src/' })).toEqual(['src/a.ts'])
    expect(await list({ source: 'shop/' })).toEqual(['50%_off'])
    expect(await list({ source: 'shop2' })).toEqual(['50x-off'])
    expect(await list({ author: 'Ada' })).toEqual(['src/a.ts'])
    expect(await list({ author: 'ada' })).toEqual([])
    expect(await list({ tag: 'code', author: 'Bob', prefix: 'src' })).toEqual(['src_b.ts'])
  })

  test('by the time it was authored, or filed when that is unknown', async ({ call }) => {
    const list = await fill(call)
    expect(await list({ since: at(2), until: at(3) })).toEqual(['src_b.ts'])
    expect(await list({ until: at(2) })).toEqual(['src/a.ts'])
    expect(await list({ since: '2024-05-03T02:00:00+02:00', until: at(4) })).toEqual(['50%_off'])
    expect(await list({ since: at(4) })).toEqual(['50x-off', null])
    expect(await list({ since: '2100-01-01T00:00:00Z' })).toEqual([])
  })

  test.for(['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-14:00'])(
    'refuses the time %s, which no database holds',
    async (since, { call }) => {
      const list = await fill(call)
      await expect(list({ since })).rejects.toMatchObject({ code: 'input.invalid' })
      await expect(list({ until: since })).rejects.toMatchObject({ code: 'input.invalid' })
      await expect(
        call('drawer.create', { wing: unique('w'), room: 'r', content: 'x', source: { authored_at: since } }),
      ).rejects.toMatchObject({ code: 'input.invalid' })
    },
  )

  test('in each order', async ({ call }) => {
    const list = await fill(call)
    expect(await list({ sort: 'newest' })).toEqual([null, '50x-off', '50%_off', 'src_b.ts', 'src/a.ts'])
    const byName = await list({ sort: 'name' })
    expect(byName[0]).toBeNull()
    expect(new Set(byName).size).toBe(5)
  })

  test('carries a preview, never the whole', async ({ call }) => {
    const place = { wing: unique('wing'), room: 'room' }
    await call('drawer.create', { ...place, content: '🧠'.repeat(5000) })
    const [item] = (await call('drawer.list', place)).items
    expect(item?.preview).toBe('🧠'.repeat(200))
    expect(item).toMatchObject({ bytes: 20_000 })
    expect(item).not.toHaveProperty('content')
  })
})

describe('pages of drawers', () => {
  test.for(['oldest', 'newest', 'name'] as const)(
    'by %s give every one once while others come in',
    async (sort, { call }) => {
      const place = { wing: unique('wing'), room: 'room' }
      const ids: string[] = []
      for (let i = 0; i < 9; i++) {
        const name = i % 3 === 0 ? undefined : `n${9 - i}`
        ids.push((await call('drawer.create', { ...place, name, content: `text ${i}` })).id)
      }
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const page = await call('drawer.list', { ...place, sort, limit: 2, cursor })
        expect(page.items.length).toBeGreaterThan(0)
        seen.push(...page.items.map(({ id }) => id))
        cursor = page.next_cursor ?? undefined
        if (seen.length < 20)
          await call('drawer.create', { ...place, name: `n${seen.length} new`, content: `${sort} ${seen.length}` })
      } while (cursor !== undefined && seen.length < 40)
      expect(seen).toEqual([...new Set(seen)])
      expect(seen).toEqual(expect.arrayContaining(ids))
    },
  )

  test('go on after a name that is long, with filters that are long', async ({ call }) => {
    const place = { wing: unique('wing'), room: 'room' }
    const prefix = 'p'.repeat(1000)
    for (const end of ['a', 'b', 'c'])
      await call('drawer.create', { ...place, name: prefix + end, content: end, source: { uri: 's'.repeat(4096) } })
    const filter = { ...place, prefix, source: 's'.repeat(4096), sort: 'name' as const, limit: 2 }
    const first = await call('drawer.list', filter)
    const last = await call('drawer.list', { ...filter, cursor: first.next_cursor ?? '' })
    expect(last).toMatchObject({ items: [{ name: `${prefix}c` }], next_cursor: null })
  })
})

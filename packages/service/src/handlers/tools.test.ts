import { test } from '@loci/testing'
import { describe, expect } from 'vitest'

describe('the counts of the tools', () => {
  test('agree with each other and with the status, whatever things are named', async ({ call }) => {
    const odd = ['constructor', 'toString', 'hasOwnProperty', 'prototype', '0', 'a.b']
    for (const [i, name] of odd.entries())
      for (let n = 0; n <= i; n++) await call('drawer.create', { wing: name, room: name, content: `text ${n}` })
    await call('wing.create', { name: 'empty' })
    const { wings } = await call('tool.list_wings', {})
    expect(wings).toEqual({ ...Object.fromEntries(odd.map((name, i) => [name, i + 1])), empty: 0 })
    const { taxonomy } = await call('tool.get_taxonomy', {})
    expect(taxonomy).toEqual({ ...Object.fromEntries(odd.map((name, i) => [name, { [name]: i + 1 }])), empty: {} })
    expect(await call('tool.list_rooms', {})).toMatchObject({ wing: null, rooms: { constructor: 1, '0': 5 } })
    expect(await call('tool.list_rooms', { wing: 'toString' })).toEqual({ wing: 'toString', rooms: { toString: 2 } })
    const status = await call('palace.status', {})
    expect(status).toMatchObject({ total_drawers: 21, wings: 7, rooms: 6 })
    expect((await call('tool.list_drawers', { limit: 1 })).total).toBe(21)
  })

  test('never touch what every object has', async ({ call }) => {
    await call('drawer.create', { wing: '__proto__', room: 'polluted', content: 'text' })
    for (const name of ['tool.list_wings', 'tool.list_rooms', 'tool.get_taxonomy'] as const) await call(name, {})
    expect({}).not.toHaveProperty('polluted')
    expect(Object.keys(Object.prototype)).toEqual([])
  })
})

describe('list_drawers', () => {
  test('gives every drawer once by cursor, and by offset', async ({ call }) => {
    const wing = 'listed'
    for (let i = 0; i < 7; i++) await call('drawer.create', { wing, room: `room ${i % 2}`, content: `text ${i}` })
    const first = await call('tool.list_drawers', { wing, limit: 4 })
    const next = await call('tool.list_drawers', { wing, limit: 4, cursor: first.next_cursor ?? '' })
    expect(next.next_cursor).toBeNull()
    const ids = [...first.drawers, ...next.drawers].map((drawer) => drawer.drawer_id)
    expect(new Set(ids).size).toBe(7)
    expect(first.total).toBe(7)
    const skipped = await call('tool.list_drawers', { wing, limit: 4, offset: 4 })
    expect(skipped.drawers.map((drawer) => drawer.drawer_id)).toEqual(ids.slice(4))
    expect((await call('tool.list_drawers', { wing, room: 'room 1' })).drawers).toHaveLength(3)
  })
})

describe('the tools that write', () => {
  test('file, change and trash one drawer, and say what really changed', async ({ call }) => {
    const filed = await call('tool.add_drawer', { wing: 'w', room: 'r', content: 'text', source_file: '/notes/a.md' })
    expect(filed).toMatchObject({ success: true, created: true })
    const { drawer_id } = filed
    expect(await call('tool.add_drawer', { wing: 'w', room: 'r', content: 'text' })).toMatchObject({
      drawer_id,
      created: false,
      change_set: null,
    })
    expect(await call('tool.update_drawer', { drawer_id, content: 'text', wing: 'w' })).toMatchObject({
      updated_fields: [],
      revision: 1,
      change_set: null,
    })
    const changed = await call('tool.update_drawer', { drawer_id, content: 'new', wing: 'v', tags: ['t'] })
    expect(changed).toMatchObject({ updated_fields: ['content', 'tags', 'wing'], revision: 4 })
    expect(await call('tool.get_drawer', { drawer_id })).toMatchObject({
      wing: 'v',
      room: 'r',
      content: 'new',
      metadata: { source_file: 'a.md', source_uri: '/notes/a.md', added_by: 'mcp' },
    })
    expect(await call('tool.delete_drawer', { drawer_id })).toMatchObject({ success: true, drawer_id })
    expect(await call('tool.get_drawer', { drawer_id })).toMatchObject({ trashed: true, content: 'new' })
  })
})

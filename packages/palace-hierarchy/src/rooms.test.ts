import { test } from '@loci/testing'
import { describe, expect } from 'vitest'
import { revisionsIn, revisionsOf, unique } from './palace.fixture.ts'

describe('create a room', () => {
  test('makes its wing, in one change set, and is the same row the next time', async ({ call, store }) => {
    const wing = unique('wing')
    const room = await call('room.create', { wing, name: 'room', description: 'why' })
    expect(room).toMatchObject({ wing, name: 'room', description: 'why', created: true, drawers: 0, revision: 1 })
    const did = await revisionsIn(store, room.change_set)
    expect(did.map(({ entity, kind }) => `${entity} ${kind}`).toSorted()).toEqual(['room create', 'wing create'])
    expect(await call('room.create', { wing, name: 'room', description: 'other' })).toMatchObject({
      id: room.id,
      created: false,
      description: 'why',
      change_set: null,
    })
  })

  test('gives one row to twenty that race, and one wing', async ({ call }) => {
    for (let round = 0; round < 10; round++) {
      const wing = unique('race')
      const made = await Promise.all(Array.from({ length: 20 }, () => call('room.create', { wing, name: 'room' })))
      expect(new Set(made.map(({ id }) => id)).size).toBe(1)
      expect(new Set(made.map((room) => room.wing_id)).size).toBe(1)
      expect(made.filter(({ created }) => created)).toHaveLength(1)
    }
  })

  test('may have the name of a room of another wing', async ({ call }) => {
    const [one, other] = [unique('one'), unique('other')]
    const { id } = await call('room.create', { wing: one, name: 'room' })
    const twin = await call('room.create', { wing: other, name: 'room' })
    expect(twin.created).toBe(true)
    expect(twin.id).not.toBe(id)
  })
})

describe('list rooms', () => {
  test('gives those of the wing, each with its count, in pages', async ({ call }) => {
    const wing = unique('wing')
    for (const name of ['c', 'a', 'b']) await call('room.create', { wing, name })
    await call('drawer.create', { wing, room: 'b', content: 'text' })
    const first = await call('room.list', { wing, limit: 2 })
    expect(first.items).toMatchObject([
      { name: 'a', drawers: 0 },
      { name: 'b', drawers: 1 },
    ])
    const last = await call('room.list', { wing, limit: 2, cursor: first.next_cursor ?? '' })
    expect(last).toMatchObject({ items: [{ name: 'c' }], next_cursor: null })
    expect((await call('room.list', { wing, prefix: 'b' })).items).toHaveLength(1)
    await expect(call('room.list', { wing: unique('none') })).rejects.toMatchObject({ code: 'wing.not_found' })
  })
})

describe('edit a room', () => {
  test('renames and moves it as two revisions of one change set, and its drawers go along', async ({ call, store }) => {
    const [wing, other] = [unique('wing'), unique('other')]
    const room = await call('room.create', { wing, name: 'room' })
    const drawer = await call('drawer.create', { wing, room: 'room', name: 'd', content: 'text' })
    const target = await call('wing.create', { name: other })
    const moved = await call('room.update', { wing, room: 'room', name: 'new', to_wing: other })
    expect(moved).toMatchObject({ id: room.id, wing: other, wing_id: target.id, name: 'new', drawers: 1, revision: 3 })
    expect(await revisionsIn(store, moved.change_set)).toMatchObject([
      { number: 2, kind: 'meta', before: { name: 'room' }, after: { name: 'new' } },
      { number: 3, kind: 'move', before: { wing_id: room.wing_id }, after: { wing_id: target.id } },
    ])
    expect(await call('drawer.show', { wing: other, room: 'new', drawer: 'd' })).toMatchObject({
      id: drawer.id,
      wing: other,
      revision: 1,
    })
    await expect(call('room.show', { wing, room: 'room' })).rejects.toMatchObject({ code: 'room.not_found' })
    await expect(call('room.show', { wing, room: room.id })).rejects.toMatchObject({ code: 'room.not_found' })
  })

  test('that changes nothing makes no revision', async ({ call, store }) => {
    const wing = unique('wing')
    const { id } = await call('room.create', { wing, name: 'room' })
    expect(await call('room.update', { wing, room: 'room', name: 'room', to_wing: wing })).toMatchObject({
      revision: 1,
      change_set: null,
    })
    expect(await revisionsOf(store, id)).toHaveLength(1)
  })

  test('refuses a taken name here and there, a missing wing, a stale revision', async ({ call }) => {
    const [wing, other] = [unique('wing'), unique('other')]
    await call('room.create', { wing, name: 'a' })
    await call('room.create', { wing, name: 'b' })
    await call('room.create', { wing: other, name: 'a' })
    const edit = { wing, room: 'a' }
    await expect(call('room.update', { ...edit, name: 'b' })).rejects.toMatchObject({ code: 'room.name_taken' })
    await expect(call('room.update', { ...edit, to_wing: other })).rejects.toMatchObject({ code: 'room.name_taken' })
    await expect(call('room.update', { ...edit, to_wing: unique('none') })).rejects.toMatchObject({
      code: 'wing.not_found',
    })
    await expect(call('room.update', { ...edit, description: 'x', expected_revision: 2 })).rejects.toMatchObject({
      code: 'revision.stale',
      details: { revision: 1, expected_revision: 2 },
    })
    await expect(call('room.delete', { ...edit, expected_revision: 2 })).rejects.toMatchObject({
      code: 'revision.stale',
    })
    expect(await call('room.show', edit)).toMatchObject({ name: 'a', description: '', revision: 1 })
  })
})

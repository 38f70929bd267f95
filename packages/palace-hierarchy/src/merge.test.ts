import { test } from '@loci/testing'
import { describe, expect } from 'vitest'
import { revisionsIn, unique } from './palace.fixture.ts'

describe('merge a room', () => {
  test('moves its drawers and trashes it, in one change set', async ({ call, store }) => {
    const wing = unique('wing')
    const from = await call('room.create', { wing, name: 'from' })
    const a = await call('drawer.create', { wing, room: 'from', name: 'a', content: 'a' })
    const b = await call('drawer.create', { wing, room: 'from', content: 'b' })
    await call('drawer.create', { wing, room: 'into', name: 'c', content: 'c' })
    const merged = await call('room.merge', { wing, room: 'from', into: 'into' })
    expect(merged).toMatchObject({ name: 'into', drawers: 3, revision: 1 })
    for (const { id } of [a, b])
      expect(await call('drawer.show', { wing, room: 'into', drawer: id })).toMatchObject({ revision: 2 })
    await expect(call('room.show', { wing, room: 'from' })).rejects.toMatchObject({ code: 'room.not_found' })
    const did = await revisionsIn(store, merged.change_set)
    expect(
      did
        .filter(({ kind }) => kind === 'move')
        .map(({ entityId }) => entityId)
        .toSorted(),
    ).toEqual([a.id, b.id].toSorted())
    expect(did.filter(({ kind }) => kind === 'trash')).toMatchObject([{ entityId: from.id, entity: 'room', number: 2 }])
    expect(did).toHaveLength(3)
  })

  test('of another wing moves them there', async ({ call }) => {
    const [wing, other] = [unique('wing'), unique('other')]
    const { id } = await call('drawer.create', { wing, room: 'from', content: 'a' })
    await call('room.create', { wing: other, name: 'into' })
    await call('room.merge', { wing, room: 'from', to_wing: other, into: 'into' })
    expect(await call('drawer.get', { id })).toMatchObject({ wing: other, room: 'into' })
    expect(await call('wing.show', { wing })).toMatchObject({ rooms: 0, drawers: 0 })
  })

  test('is refused when both have a drawer of a name, or with itself', async ({ call }) => {
    const wing = unique('wing')
    for (const room of ['from', 'into']) await call('drawer.create', { wing, room, name: 'a', content: room })
    await expect(call('room.merge', { wing, room: 'from', into: 'into' })).rejects.toMatchObject({
      code: 'drawer.name_taken',
      details: { names: ['a'] },
    })
    await expect(call('room.merge', { wing, room: 'from', into: 'from' })).rejects.toMatchObject({
      code: 'input.invalid',
    })
    await expect(call('room.merge', { wing, room: 'from', into: 'none' })).rejects.toMatchObject({
      code: 'room.not_found',
    })
    expect(await call('room.show', { wing, room: 'from' })).toMatchObject({ drawers: 1, revision: 1 })
  })

  test('while drawers come in loses none and names none twice', async ({ call }) => {
    for (let round = 0; round < 10; round++) {
      const wing = unique('race')
      await call('drawer.create', { wing, room: 'from', name: 'a', content: 'from' })
      await call('room.create', { wing, name: 'into' })
      const [merged, ...created] = await Promise.allSettled([
        call('room.merge', { wing, room: 'from', into: 'into' }),
        call('drawer.create', { wing, room: 'into', name: 'a', content: 'into' }),
        call('drawer.create', { wing, room: 'from', name: 'b', content: 'late' }),
        call('drawer.create', { wing, room: 'into', name: 'c', content: 'new' }),
      ])
      for (const end of [merged, ...created])
        if (end.status === 'rejected') expect(end.reason).toMatchObject({ code: 'drawer.name_taken' })
      const acknowledged = created.filter(({ status }) => status === 'fulfilled').length
      expect(await call('wing.show', { wing })).toMatchObject({ drawers: acknowledged + 1 })
    }
  })
})

describe('merge a wing', () => {
  test('moves its rooms, merges those of one name, and trashes it', async ({ call, store }) => {
    const [from, into] = [unique('from'), unique('into')]
    const wing = await call('wing.create', { name: from })
    const moved = await call('room.create', { wing: from, name: 'only here' })
    const shared = await call('drawer.create', { wing: from, room: 'shared', name: 'a', content: 'a' })
    await call('drawer.create', { wing: into, room: 'shared', name: 'b', content: 'b' })
    const target = await call('wing.show', { wing: into })
    const merged = await call('wing.merge', { wing: from, into })
    expect(merged).toMatchObject({ id: target.id, rooms: 2, drawers: 2 })
    expect(await call('room.show', { wing: into, room: moved.id })).toMatchObject({ wing: into, revision: 2 })
    expect(await call('drawer.get', { id: shared.id })).toMatchObject({ wing: into, room: 'shared', revision: 2 })
    await expect(call('wing.show', { wing: from })).rejects.toMatchObject({ code: 'wing.not_found' })
    const did = await revisionsIn(store, merged.change_set)
    expect(did.map(({ entity, kind }) => `${entity} ${kind}`).toSorted()).toEqual([
      'drawer move',
      'room move',
      'room trash',
      'wing trash',
    ])
    expect(did.find(({ kind, entity }) => kind === 'move' && entity === 'room')).toMatchObject({
      before: { wing_id: wing.id },
      after: { wing_id: target.id },
    })
  })

  test('is refused whole when one pair of rooms cannot be merged', async ({ call }) => {
    const [from, into] = [unique('from'), unique('into')]
    await call('room.create', { wing: from, name: 'only here' })
    for (const wing of [from, into]) await call('drawer.create', { wing, room: 'shared', name: 'a', content: wing })
    await expect(call('wing.merge', { wing: from, into })).rejects.toMatchObject({ code: 'drawer.name_taken' })
    await expect(call('wing.merge', { wing: from, into: from })).rejects.toMatchObject({ code: 'input.invalid' })
    await expect(call('wing.merge', { wing: from, into: unique('none') })).rejects.toMatchObject({
      code: 'wing.not_found',
    })
    expect(await call('wing.show', { wing: from })).toMatchObject({ rooms: 2, drawers: 1 })
    expect(await call('wing.show', { wing: into })).toMatchObject({ rooms: 1, drawers: 1 })
  })

  test('while rooms come in loses none, and two that are merged crosswise end as one', async ({ call }) => {
    for (let round = 0; round < 10; round++) {
      const [one, other] = [unique('one'), unique('other')]
      await call('drawer.create', { wing: one, room: 'a', content: '1' })
      await call('drawer.create', { wing: other, room: 'b', content: '2' })
      const ends = await Promise.allSettled([
        call('wing.merge', { wing: one, into: other }),
        call('wing.merge', { wing: other, into: one }),
        call('room.create', { wing: other, name: 'a' }),
        call('room.create', { wing: one, name: 'b' }),
      ])
      const merges = ends.slice(0, 2).filter(({ status }) => status === 'fulfilled')
      expect(merges.length).toBeGreaterThan(0)
      const { taxonomy } = await call('tool.get_taxonomy', {})
      const drawers = [one, other].flatMap((wing) => Object.values(taxonomy[wing] ?? {}))
      expect(drawers.reduce((sum, count) => sum + count, 0)).toBe(2)
    }
  })
})

import { test } from '@loci/testing'
import { type Store, tables } from '@loci/store'
import { inArray } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { revisionsIn, revisionsOf, unique } from './palace.fixture.ts'

async function deletedIn({ db }: Store, ids: string[]): Promise<(string | null)[]> {
  const of = (table: typeof tables.wings | typeof tables.rooms | typeof tables.drawers) =>
    db.select({ at: table.deletedAt, in: table.deletedIn }).from(table).where(inArray(table.id, ids))
  const found = [...(await of(tables.wings)), ...(await of(tables.rooms)), ...(await of(tables.drawers))]
  for (const row of found) expect(row.at === null).toBe(row.in === null)
  return found.map((row) => row.in)
}

describe('delete a wing', () => {
  test('takes its live rooms and drawers with it, as one change set', async ({ call, store }) => {
    const name = unique('wing')
    const wing = await call('wing.create', { name })
    const room = await call('room.create', { wing: name, name: 'room' })
    const empty = await call('room.create', { wing: name, name: 'empty' })
    const drawer = await call('drawer.create', { wing: name, room: 'room', name: 'd', content: 'd' })
    const unnamed = await call('drawer.create', { wing: name, room: 'room', content: 'u' })
    const before = await call('drawer.create', { wing: name, room: 'room', content: 'trashed before' })
    const earlier = await call('drawer.delete', { wing: name, room: 'room', drawer: before.id })
    expect(earlier).toMatchObject({ wings: 0, rooms: 0, drawers: 1 })

    const deleted = await call('wing.delete', { wing: name })
    expect(deleted).toMatchObject({ wings: 1, rooms: 2, drawers: 2 })
    const ids = [wing.id, room.id, empty.id, drawer.id, unnamed.id]
    expect(await deletedIn(store, ids)).toEqual(ids.map(() => deleted.change_set))
    expect(await deletedIn(store, [before.id])).toEqual([earlier.change_set])
    const did = await revisionsIn(store, deleted.change_set)
    expect(did.map(({ entityId }) => entityId).toSorted()).toEqual(ids.toSorted())
    for (const revision of did) expect(revision).toMatchObject({ kind: 'trash', number: 2, content: null })
  })

  test('sets its name free at once', async ({ call }) => {
    const name = unique('wing')
    const { id } = await call('wing.create', { name })
    await call('drawer.create', { wing: name, room: 'room', name: 'd', content: 'old' })
    await call('wing.delete', { wing: name })
    const again = await call('drawer.create', { wing: name, room: 'room', name: 'd', content: 'new' })
    expect(again).toMatchObject({ created: true, content: 'new' })
    const wing = await call('wing.show', { wing: name })
    expect(wing).toMatchObject({ rooms: 1, drawers: 1, revision: 1 })
    expect(wing.id).not.toBe(id)
  })

  test('that is gone is not found, by name or id', async ({ call }) => {
    const name = unique('wing')
    const { id } = await call('wing.create', { name })
    await call('wing.delete', { wing: id })
    for (const wing of [name, id])
      await expect(call('wing.delete', { wing })).rejects.toMatchObject({ code: 'wing.not_found' })
  })
})

describe('delete a room', () => {
  test('takes its drawers, and leaves the rest of the wing', async ({ call, store }) => {
    const wing = unique('wing')
    const room = await call('room.create', { wing, name: 'room' })
    const drawer = await call('drawer.create', { wing, room: 'room', name: 'd', content: 'd' })
    const other = await call('drawer.create', { wing, room: 'other', name: 'd', content: 'd' })
    const deleted = await call('room.delete', { wing, room: room.id })
    expect(deleted).toMatchObject({ wings: 0, rooms: 1, drawers: 1 })
    expect(await deletedIn(store, [room.id, drawer.id])).toEqual([deleted.change_set, deleted.change_set])
    expect(await call('wing.show', { wing })).toMatchObject({ rooms: 1, drawers: 1, revision: 1 })
    expect(await call('drawer.get', { id: other.id })).toMatchObject({ trashed: false })
    expect(await call('room.create', { wing, name: 'room' })).toMatchObject({ created: true, drawers: 0 })
  })
})

describe('delete a drawer', () => {
  test('sets its name and its content free at once', async ({ call, store }) => {
    const place = { wing: unique('wing'), room: 'room' }
    const named = await call('drawer.create', { ...place, name: 'd', content: 'text' })
    const unnamed = await call('drawer.create', { ...place, content: 'unnamed' })
    expect(await call('drawer.delete', { ...place, drawer: 'd' })).toMatchObject({ wings: 0, rooms: 0, drawers: 1 })
    await call('drawer.delete', { ...place, drawer: unnamed.id })
    await expect(call('drawer.delete', { ...place, drawer: 'd' })).rejects.toMatchObject({ code: 'drawer.not_found' })
    for (const drawer of [{ name: 'd', content: 'other' }, { content: 'unnamed' }])
      expect(await call('drawer.create', { ...place, ...drawer })).toMatchObject({ created: true, revision: 1 })
    expect((await revisionsOf(store, named.id)).map(({ kind }) => kind)).toEqual(['create', 'trash'])
  })

  test('keeps it readable by its id, marked, and as it was', async ({ call }) => {
    const place = { wing: unique('wing'), room: 'room' }
    const { id } = await call('drawer.create', { ...place, name: 'd', content: 'text' })
    await call('drawer.delete', { ...place, drawer: 'd', expected_revision: 1 })
    const drawer = await call('drawer.get', { id })
    expect(drawer).toMatchObject({ content: 'text', name: 'd', trashed: true, revision: 2, ...place })
    expect(Date.parse(drawer.deleted_at ?? '')).toBeGreaterThanOrEqual(Date.parse(drawer.filed_at))
    expect(await call('tool.get_drawer', { drawer_id: id })).toMatchObject({
      trashed: true,
      deleted_at: drawer.deleted_at,
    })
    for (const change of [{ content: 'x' }, { room: 'elsewhere' }])
      await expect(call('tool.update_drawer', { drawer_id: id, ...change })).rejects.toMatchObject({
        code: 'drawer.not_found',
      })
    await expect(call('tool.delete_drawer', { drawer_id: id })).rejects.toMatchObject({ code: 'drawer.not_found' })
  })

  test('by twenty at once: one does it', async ({ call }) => {
    const place = { wing: unique('wing'), room: 'room' }
    await call('drawer.create', { ...place, name: 'd', content: 'text' })
    const ends = await Promise.allSettled(
      Array.from({ length: 20 }, () => call('drawer.delete', { ...place, drawer: 'd' })),
    )
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const end of ends)
      if (end.status === 'rejected') expect(end.reason).toMatchObject({ code: 'drawer.not_found' })
  })
})

import type { Caller } from '@loci/contract'
import { newId } from '@loci/store'
import { test } from '@loci/testing'
import { describe, expect } from 'vitest'

const unique = (name: string) => `${name} ${newId()}`

/** Two rooms in wings of their own. */
async function twoRooms(call: Caller) {
  const ends = {
    source_wing: unique('source'),
    source_room: 'queue',
    target_wing: unique('target'),
    target_room: 'schema',
  }
  await call('room.create', { wing: ends.source_wing, name: ends.source_room })
  await call('room.create', { wing: ends.target_wing, name: ends.target_room })
  return ends
}

describe('a tunnel', () => {
  test('is the same whichever end is named first, and gets the label that is given last', async ({ call }) => {
    const ends = await twoRooms(call)
    const first = await call('tunnel.create', { ...ends, label: 'queue choice' })
    expect(first).toMatchObject({
      success: true,
      created: true,
      source: { wing: ends.source_wing, room: 'queue' },
      target: { wing: ends.target_wing, room: 'schema' },
    })
    const turned = await call('tunnel.create', {
      source_wing: ends.target_wing,
      source_room: 'schema',
      target_wing: ends.source_wing,
      target_room: 'queue',
      label: 'why the queue',
    })
    expect(turned).toMatchObject({ created: false, tunnel_id: first.tunnel_id })
    const { tunnels, count } = await call('tunnel.list', { wing: ends.target_wing })
    expect(count).toBe(1)
    expect(tunnels[0]).toMatchObject({ id: first.tunnel_id, label: 'why the queue', source: first.source })
    expect((await call('tunnel.create', ends)).change_set).toBeNull()
  })

  test('needs both of its ends, and says which is not there', async ({ call }) => {
    const ends = await twoRooms(call)
    await expect(call('tunnel.create', { ...ends, source_room: 'phantom' })).rejects.toMatchObject({
      code: 'room.not_found',
      details: { room: 'phantom' },
    })
    await expect(call('tunnel.create', { ...ends, target_wing: 'phantom' })).rejects.toMatchObject({
      code: 'wing.not_found',
    })
    await expect(call('tunnel.create', { ...ends, source_drawer_id: newId() })).rejects.toMatchObject({
      code: 'drawer.not_found',
    })
    const itself = { ...ends, target_wing: ends.source_wing, target_room: ends.source_room }
    await expect(call('tunnel.create', itself)).rejects.toMatchObject({ code: 'input.invalid' })
    expect((await call('tunnel.list', { wing: ends.source_wing })).count).toBe(0)
  })

  test('is made once by many at once', async ({ call }) => {
    const ends = await twoRooms(call)
    const made = await Promise.all(Array.from({ length: 10 }, () => call('tunnel.create', ends)))
    expect(new Set(made.map(({ tunnel_id }) => tunnel_id)).size).toBe(1)
    expect(made.filter(({ created }) => created)).toHaveLength(1)
  })

  test('leads to the other end, with the named drawer or the newest', async ({ call }) => {
    const ends = await twoRooms(call)
    const place = { wing: ends.target_wing, room: ends.target_room }
    await call('drawer.create', { ...place, content: 'the newest of the room' })
    await call('tunnel.create', ends)
    const [reached] = (await call('tunnel.follow', { wing: ends.source_wing, room: 'queue' })).rooms
    expect(reached).toMatchObject({ direction: 'outgoing', ...place, previews: ['the newest of the room'] })
    const named = await call('drawer.create', { ...place, content: 'the named one' })
    await call('drawer.create', { ...place, content: 'newer still' })
    await call('tunnel.create', { ...ends, target_drawer_id: named.id })
    const [again] = (await call('tunnel.follow', { wing: ends.source_wing, room: 'queue' })).rooms
    expect(again).toMatchObject({ drawer_id: named.id, previews: ['the named one'] })
    expect((await call('tunnel.follow', place)).rooms).toMatchObject([
      { direction: 'incoming', wing: ends.source_wing, room: 'queue' },
    ])
  })

  test('goes to the trash, comes back, and is out of sight while a room of it is', async ({ call }) => {
    const ends = await twoRooms(call)
    const { tunnel_id: id } = await call('tunnel.create', ends)
    const listed = async () => (await call('tunnel.list', { wing: ends.source_wing })).count
    await call('tunnel.delete', { tunnel_id: id })
    await expect(call('tunnel.delete', { tunnel_id: id })).rejects.toMatchObject({ code: 'tunnel.not_found' })
    expect(await listed()).toBe(0)
    expect((await call('trash.list', { wing: ends.target_wing, type: 'tunnel' })).items).toMatchObject([{ id }])
    await call('tunnel.create', ends)
    await expect(call('trash.restore', { id })).rejects.toMatchObject({ code: 'tunnel.exists' })

    const { change_set } = await call('room.delete', { wing: ends.target_wing, room: ends.target_room })
    expect(await listed()).toBe(0)
    await expect(call('trash.restore', { id })).rejects.toMatchObject({
      code: expect.stringMatching(/tunnel.exists|trash.parent_trashed/) as string,
    })
    await call('trash.restore', { change_set })
    expect(await listed()).toBe(1)
  })

  test('is erased with a room that is purged', async ({ call }) => {
    const ends = await twoRooms(call)
    await call('tunnel.create', { ...ends, label: 'secret label' })
    await call('wing.delete', { wing: ends.target_wing })
    const wing = (await call('trash.list', { type: 'wing', limit: 1 })).items[0]
    const { purged } = await call('trash.purge', { id: wing?.id ?? '' })
    expect(purged).toMatchObject({ wings: 1, rooms: 1, tunnels: 1 })
    expect(await call('change.verify', {})).toMatchObject({ intact: true })
  })
})

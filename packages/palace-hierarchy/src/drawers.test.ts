import { test } from '@loci/testing'
import { describe, expect } from 'vitest'
import { unique } from './palace.fixture.ts'

const unknown = '0192a0b0-1c2d-7e3f-8a4b-5c6d7e8f9a0b'

describe('an address', () => {
  test('is a path of names or ids', async ({ call }) => {
    const wing = await call('wing.create', { name: unique('wing') })
    const room = await call('room.create', { wing: wing.name, name: 'room' })
    const place = { wing: wing.name, room: room.name }
    const drawer = await call('drawer.create', { ...place, name: 'notes/today', content: 'text' })
    for (const w of [wing.name, wing.id, wing.id.toUpperCase()]) {
      expect((await call('wing.show', { wing: w })).id).toBe(wing.id)
      for (const r of [room.name, room.id, room.id.toUpperCase()]) {
        expect((await call('room.show', { wing: w, room: r })).id).toBe(room.id)
        for (const d of ['notes/today', drawer.id, drawer.id.toUpperCase()])
          expect((await call('drawer.show', { wing: w, room: r, drawer: d })).id).toBe(drawer.id)
      }
    }
  })

  test('finds a room id only inside its wing', async ({ call }) => {
    const [here, there] = [unique('here'), unique('there')]
    const room = await call('room.create', { wing: here, name: 'room' })
    await call('wing.create', { name: there })
    const refusal = { code: 'room.not_found' }
    await expect(call('room.show', { wing: there, room: room.id })).rejects.toMatchObject(refusal)
    await expect(call('drawer.list', { wing: there, room: room.id })).rejects.toMatchObject(refusal)
    await expect(call('room.delete', { wing: there, room: room.id })).rejects.toMatchObject(refusal)
    await expect(call('drawer.create', { wing: there, room: room.id, content: 'text' })).rejects.toMatchObject(refusal)
  })

  test('finds a drawer id only inside its room', async ({ call }) => {
    const wing = unique('wing')
    const { id } = await call('drawer.create', { wing, room: 'here', content: 'text' })
    await call('room.create', { wing, name: 'there' })
    const address = { wing, room: 'there', drawer: id }
    const refusal = { code: 'drawer.not_found' }
    await expect(call('drawer.show', address)).rejects.toMatchObject(refusal)
    await expect(call('drawer.update', { ...address, append: 'x' })).rejects.toMatchObject(refusal)
    await expect(call('drawer.delete', address)).rejects.toMatchObject(refusal)
    expect(await call('drawer.get', { id })).toMatchObject({ room: 'here', content: 'text', revision: 1 })
  })

  test('tells which part of it is missing, and what is near', async ({ call }) => {
    const wing = unique('observatory')
    await call('drawer.create', { wing, room: 'telescopes', name: 'mirror', content: 'text' })
    await expect(call('wing.show', { wing: wing.replace('t', '') })).rejects.toMatchObject({
      code: 'wing.not_found',
      details: { nearest: expect.arrayContaining([wing]) as unknown },
    })
    await expect(call('room.show', { wing, room: 'telescope' })).rejects.toMatchObject({
      code: 'room.not_found',
      details: { nearest: ['telescopes'] },
    })
    await expect(call('drawer.show', { wing, room: 'telescopes', drawer: 'lens' })).rejects.toMatchObject({
      code: 'drawer.not_found',
    })
  })

  test('of a drawer may not hold an empty or a dot segment', async ({ call }) => {
    const wing = unique('wing')
    await call('room.create', { wing, name: 'room' })
    for (const drawer of ['a//b', '/', './a', 'a/..'])
      await expect(call('drawer.show', { wing, room: 'room', drawer })).rejects.toMatchObject({
        code: 'palace.path_invalid',
      })
  })
})

describe('a parent that is missing', () => {
  test('is made on the way when it is a name', async ({ call }) => {
    const wing = unique('wing')
    const drawer = await call('drawer.create', { wing, room: 'room', content: 'text' })
    expect(drawer).toMatchObject({ wing, room: 'room', created: true })
    expect(await call('wing.show', { wing })).toMatchObject({ rooms: 1, drawers: 1, revision: 1 })
    await call('drawer.update', { wing, room: 'room', drawer: drawer.id, to_wing: unique('other'), to_room: 'new' })
    expect(await call('wing.show', { wing })).toMatchObject({ rooms: 1, drawers: 0 })
  })

  test('is not found when it is an unknown id', async ({ call }) => {
    const wing = unique('wing')
    await expect(call('room.create', { wing: unknown, name: 'room' })).rejects.toMatchObject({ code: 'wing.not_found' })
    await expect(call('drawer.create', { wing: unknown, room: 'room', content: 'text' })).rejects.toMatchObject({
      code: 'wing.not_found',
    })
    await expect(call('drawer.create', { wing, room: unknown, content: 'text' })).rejects.toMatchObject({
      code: 'wing.not_found',
    })
    await call('wing.create', { name: wing })
    await expect(call('drawer.create', { wing, room: unknown, content: 'text' })).rejects.toMatchObject({
      code: 'room.not_found',
    })
    expect(await call('wing.show', { wing })).toMatchObject({ rooms: 0 })
  })
})

import { test } from '@loci/testing'
import { describe, expect } from 'vitest'
import { revisionsIn, unique } from './palace.fixture.ts'

describe('create a drawer', () => {
  test('makes wing and room on the way, in one change set with all that it holds', async ({ call, store }) => {
    const wing = unique('wing')
    const source = {
      uri: '/notes/a.md',
      kind: 'file',
      document: 'a.md',
      position: 3,
      author: 'Ada',
      authored_at: '2024-02-29T12:00:00.123Z',
    }
    const made = await call('drawer.create', {
      wing,
      room: 'room',
      name: 'a/b',
      content: 'text',
      tags: ['x', ' y ', 'x'],
      source,
      added_by: 'test',
    })
    expect(made).toMatchObject({ created: true, name: 'a/b', tags: ['x', 'y'], source, added_by: 'test', bytes: 4 })
    expect(made).toMatchObject({ trashed: false, deleted_at: null, revision: 1, wing, room: 'room' })
    const did = await revisionsIn(store, made.change_set)
    expect(did.map(({ entity, kind, number }) => `${entity} ${kind} ${number}`).toSorted()).toEqual([
      'drawer create 1',
      'room create 1',
      'wing create 1',
    ])
    expect(did.find(({ entity }) => entity === 'drawer')).toMatchObject({ content: 'text', after: { name: 'a/b' } })
  })

  test('with a name: the same content is there already, other content is refused', async ({ call }) => {
    const drawer = { wing: unique('wing'), room: 'room', name: 'name' }
    const { id } = await call('drawer.create', { ...drawer, content: 'text' })
    expect(await call('drawer.create', { ...drawer, content: 'text', tags: ['new'] })).toMatchObject({
      id,
      created: false,
      tags: [],
      change_set: null,
    })
    await expect(call('drawer.create', { ...drawer, content: 'other' })).rejects.toMatchObject({
      code: 'drawer.name_taken',
      details: { id },
    })
    expect(await call('drawer.get', { id })).toMatchObject({ content: 'text', revision: 1 })
    expect(await call('drawer.create', { ...drawer, room: 'other', content: 'other' })).toMatchObject({ created: true })
  })

  test('without a name: the same content in the room is there already, elsewhere it is not', async ({ call }) => {
    const place = { wing: unique('wing'), room: 'room' }
    const first = await call('drawer.create', { ...place, content: 'text' })
    expect(first.name).toBeNull()
    expect(await call('drawer.create', { ...place, content: 'text' })).toMatchObject({
      id: first.id,
      created: false,
      change_set: null,
    })
    expect(await call('drawer.create', { ...place, content: 'other' })).toMatchObject({ created: true, name: null })
    expect(await call('drawer.create', { ...place, room: 'b', content: 'text' })).toMatchObject({ created: true })
    expect(await call('room.show', place)).toMatchObject({ drawers: 2 })
  })

  test('of blank or too large content is refused and makes nothing', async ({ call }) => {
    const wing = unique('wing')
    for (const content of ['', ' ', '\n\t\r\n', '\u3000\ufeff'])
      await expect(call('drawer.create', { wing, room: 'room', content })).rejects.toMatchObject({
        code: 'input.invalid',
      })
    await expect(
      call('drawer.create', { wing, room: 'room', content: 'é'.repeat(512 * 1024 + 1) }),
    ).rejects.toMatchObject({
      code: 'input.too_large',
      details: { bytes: 1_048_578, most: 1_048_576 },
    })
    await expect(call('wing.show', { wing })).rejects.toMatchObject({ code: 'wing.not_found' })
  })
})

describe('drawers created at once', () => {
  test('of one name and content are one drawer', async ({ call }) => {
    const drawer = { wing: unique('race'), room: 'room', content: 'text' }
    for (const name of [undefined, 'name']) {
      const made = await Promise.all(Array.from({ length: 20 }, () => call('drawer.create', { ...drawer, name })))
      expect(new Set(made.map(({ id }) => id)).size).toBe(1)
      expect(made.filter(({ created }) => created)).toHaveLength(1)
      await call('drawer.delete', { wing: drawer.wing, room: 'room', drawer: made[0]?.id ?? '' })
    }
  })

  test('with twelve contents for one name: one has it, the others are told so', async ({ call }) => {
    for (let round = 0; round < 15; round++) {
      const place = { wing: unique('race'), room: 'room' }
      const ends = await Promise.allSettled(
        Array.from({ length: 12 }, (_, i) => call('drawer.create', { ...place, name: 'name', content: `text ${i}` })),
      )
      const made = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []))
      expect(made).toHaveLength(1)
      for (const end of ends)
        if (end.status === 'rejected')
          expect(end.reason).toMatchObject({ code: 'drawer.name_taken', details: { id: made[0]?.id } })
      expect(await call('drawer.show', { ...place, drawer: 'name' })).toMatchObject({ content: made[0]?.content })
      expect(await call('room.show', place)).toMatchObject({ drawers: 1 })
    }
  })

  test('while another is renamed to that name: one has it', async ({ call }) => {
    for (let round = 0; round < 15; round++) {
      const place = { wing: unique('race'), room: 'room' }
      const old = await call('drawer.create', { ...place, name: 'old', content: 'renamed' })
      const [renamed, created] = await Promise.allSettled([
        call('drawer.update', { ...place, drawer: 'old', name: 'wanted' }),
        call('drawer.create', { ...place, name: 'wanted', content: 'created' }),
      ])
      const { id } = await call('drawer.show', { ...place, drawer: 'wanted' })
      expect([renamed.status, created.status].toSorted()).toEqual(['fulfilled', 'rejected'])
      expect(id === old.id).toBe(renamed.status === 'fulfilled')
      for (const end of [renamed, created])
        if (end.status === 'rejected') expect(end.reason).toMatchObject({ code: 'drawer.name_taken' })
    }
  })
})

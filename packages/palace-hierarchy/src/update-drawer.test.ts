import { test } from '@loci/testing'
import { describe, expect } from 'vitest'
import { revisionsIn, revisionsOf, unique } from './palace.fixture.ts'

describe('edit a drawer', () => {
  test('makes a revision for each kind of change, without gaps, and keeps its id', async ({ call, store }) => {
    const place = { wing: unique('wing'), room: 'room' }
    const { id } = await call('drawer.create', { ...place, name: 'a', content: 'one', tags: ['t'] })
    const edit = (changes: object) => call('drawer.update', { ...place, drawer: id, ...changes })
    expect(await edit({ content: 'two' })).toMatchObject({ id, revision: 2, updated_fields: ['content'] })
    expect(await edit({ append: ' more' })).toMatchObject({ revision: 3, content: 'two more' })
    expect(await edit({ name: 'b/c' })).toMatchObject({ revision: 4, name: 'b/c', updated_fields: ['name'] })
    expect(await edit({ tags: ['t', 'u', 't'] })).toMatchObject({ revision: 5, tags: ['t', 'u'] })
    const all = await edit({ content: 'three', append: '!', name: null, tags: [], to_room: 'other' })
    expect(all).toMatchObject({ revision: 8, content: 'three!', name: null, tags: [], room: 'other' })
    expect(all.updated_fields).toEqual(['content', 'name', 'tags', 'room'])

    const history = await revisionsOf(store, id)
    expect(history.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(history.map(({ kind }) => kind)).toEqual(['create', 'text', 'text', 'meta', 'meta', 'text', 'meta', 'move'])
    expect(history.map(({ content }) => content)).toEqual(['one', 'two', 'two more', null, null, 'three!', null, null])
    expect(history[3]).toMatchObject({ before: { name: 'a', tags: ['t'] }, after: { name: 'b/c', tags: ['t'] } })
    const last = await revisionsIn(store, all.change_set)
    expect(last.filter(({ entityId }) => entityId === id)).toHaveLength(3)
    expect(last.filter(({ entity, kind }) => entity === 'room' && kind === 'create')).toHaveLength(1)
  })

  test('that changes nothing makes no revision', async ({ call, store }) => {
    const place = { wing: unique('wing'), room: 'room' }
    const { id } = await call('drawer.create', { ...place, name: 'd', content: 'text', tags: ['a', 'b'] })
    const same = { content: 'text', name: 'd', tags: ['a', 'b'], to_room: 'room', to_wing: place.wing }
    for (const changes of [same, {}])
      expect(await call('drawer.update', { ...place, drawer: 'd', ...changes })).toMatchObject({
        revision: 1,
        updated_fields: [],
        change_set: null,
      })
    expect(await revisionsOf(store, id)).toHaveLength(1)
  })

  test('moves it to another wing, made on the way', async ({ call }) => {
    const place = { wing: unique('wing'), room: 'room' }
    const { id } = await call('drawer.create', { ...place, name: 'd', content: 'text' })
    const other = unique('other')
    expect(await call('drawer.update', { ...place, drawer: 'd', to_wing: other })).toMatchObject({
      id,
      wing: other,
      room: 'room',
    })
    await expect(call('drawer.show', { ...place, drawer: id })).rejects.toMatchObject({ code: 'drawer.not_found' })
    expect(await call('drawer.show', { wing: other, room: 'room', drawer: id })).toMatchObject({ name: 'd' })
  })

  test('refuses, and changes nothing', async ({ call, store }) => {
    const place = { wing: unique('wing'), room: 'room' }
    const { id } = await call('drawer.create', { ...place, name: 'd', content: 'text' })
    await call('drawer.create', { ...place, name: 'taken', content: 'text' })
    await call('drawer.create', { ...place, room: 'other', name: 'd', content: 'text' })
    const refused = async (changes: object, refusal: object) =>
      expect(call('drawer.update', { ...place, drawer: 'd', ...changes })).rejects.toMatchObject(refusal)
    await refused({ name: 'taken', content: 'new' }, { code: 'drawer.name_taken' })
    await refused({ to_room: 'other' }, { code: 'drawer.name_taken' })
    await refused({ content: ' \n' }, { code: 'input.invalid' })
    await refused({ append: 'x'.repeat(1024 * 1024) }, { code: 'input.too_large' })
    await refused({ to_room: id }, { code: 'room.not_found' })
    await refused({ to_room: 'a/b' }, { code: 'palace.path_invalid' })
    const stale = { code: 'revision.stale', details: { id, revision: 1, expected_revision: 7 } }
    await refused({ content: 'new', to_wing: `${place.wing} new`, expected_revision: 7 }, stale)
    expect(await call('drawer.get', { id })).toMatchObject({ content: 'text', name: 'd', room: 'room', revision: 1 })
    expect(await revisionsOf(store, id)).toHaveLength(1)
    await expect(call('wing.show', { wing: `${place.wing} new` })).rejects.toMatchObject({ code: 'wing.not_found' })
  })

  test('takes expected_revision as a guard: of twenty at once one goes through', async ({ call }) => {
    const place = { wing: unique('wing'), room: 'room' }
    await call('drawer.create', { ...place, name: 'd', content: 'text' })
    const ends = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) =>
        call('drawer.update', { ...place, drawer: 'd', content: `text ${i}`, expected_revision: 1 }),
      ),
    )
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const end of ends)
      if (end.status === 'rejected')
        expect(end.reason).toMatchObject({ code: 'revision.stale', details: { revision: 2 } })
  })
})

describe('append to a drawer', () => {
  test('twenty at once: all are there once, as twenty revisions in order', async ({ call, store }) => {
    for (let round = 0; round < 3; round++) {
      const place = { wing: unique('wing'), room: 'room' }
      const { id } = await call('drawer.create', { ...place, name: 'd', content: 'begin' })
      const lines = Array.from({ length: 20 }, (_, i) => `\nline ${i}.`)
      const made = await Promise.all(lines.map((append) => call('drawer.update', { ...place, drawer: 'd', append })))
      const { content, revision } = await call('drawer.get', { id })
      expect(content.split('\n').slice(1).toSorted()).toEqual(lines.map((line) => line.slice(1)).toSorted())
      expect(revision).toBe(21)
      expect(made.map((drawer) => drawer.revision).toSorted((a, b) => a - b)).toEqual(lines.map((_, i) => i + 2))
      const history = await revisionsOf(store, id)
      expect(history.map(({ number }) => number)).toEqual(Array.from({ length: 21 }, (_, i) => i + 1))
      for (const [i, { content: text }] of history.entries())
        expect(history[i + 1]?.content ?? content).toSatisfy((next: string) => next.startsWith(text ?? '?'))
    }
  })
})

import { test } from '@loci/testing'
import { describe, expect } from 'vitest'
import { revisionsIn, revisionsOf, unique } from './palace.fixture.ts'

describe('create a wing', () => {
  test('gives the same row for the same name, as it was', async ({ call, store }) => {
    const name = unique('work')
    const first = await call('wing.create', { name, description: 'first' })
    expect(first).toMatchObject({ created: true, description: 'first', rooms: 0, drawers: 0, revision: 1 })
    const again = await call('wing.create', { name, description: 'second' })
    expect(again).toMatchObject({ id: first.id, created: false, description: 'first', change_set: null })
    expect(await revisionsOf(store, first.id)).toMatchObject([
      {
        number: 1,
        entity: 'wing',
        kind: 'create',
        after: { name, description: 'first' },
        changeSetId: first.change_set,
      },
    ])
  })

  test('gives one row to twenty that race', async ({ call, store }) => {
    for (let round = 0; round < 10; round++) {
      const name = unique('race')
      const made = await Promise.all(Array.from({ length: 20 }, () => call('wing.create', { name })))
      expect(new Set(made.map(({ id }) => id)).size).toBe(1)
      expect(made.filter(({ created }) => created)).toHaveLength(1)
      expect(made.filter((wing) => wing.change_set !== null)).toHaveLength(1)
      expect(await revisionsOf(store, made[0]?.id ?? '')).toHaveLength(1)
    }
  })
})

describe('list wings', () => {
  test('takes a prefix as it stands', async ({ call }) => {
    const prefix = unique('100%_')
    await call('wing.create', { name: `${prefix}a` })
    await call('wing.create', { name: prefix.replace('%', 'x').replace('_', 'y') })
    const { items } = await call('wing.list', { prefix })
    expect(items.map(({ name }) => name)).toEqual([`${prefix}a`])
  })

  test('counts when asked', async ({ call }) => {
    const wing = unique('counted')
    await call('drawer.create', { wing, room: 'a', name: 'x', content: '1' })
    await call('drawer.create', { wing, room: 'a', content: '2' })
    await call('room.create', { wing, name: 'b' })
    const listed = async () => (await call('wing.list', { prefix: wing })).items[0]
    expect(await listed()).toMatchObject({ rooms: 2, drawers: 2 })
    await call('drawer.delete', { wing, room: 'a', drawer: 'x' })
    expect(await listed()).toMatchObject({ rooms: 2, drawers: 1 })
    await call('room.delete', { wing, room: 'a' })
    expect(await listed()).toMatchObject({ rooms: 1, drawers: 0 })
    expect(await call('wing.show', { wing })).toMatchObject({ rooms: 1, drawers: 0 })
  })

  test('gives every one once while others come in', async ({ call }) => {
    const prefix = unique('page')
    const names = Array.from({ length: 9 }, (_, i) => `${prefix} ${i}`)
    for (const name of names) await call('wing.create', { name })
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await call('wing.list', { prefix, limit: 2, cursor })
      seen.push(...page.items.map(({ name }) => name))
      cursor = page.next_cursor ?? undefined
      await call('wing.create', { name: `${prefix} ${seen.length}0` })
    } while (cursor !== undefined)
    expect(seen).toEqual([...new Set(seen)])
    expect(seen).toEqual(expect.arrayContaining(names))
  })
})

describe('edit a wing', () => {
  test('renames and describes it as one revision, its id and its rooms stay', async ({ call, store }) => {
    const [name, renamed] = [unique('old'), unique('new')]
    const { id } = await call('wing.create', { name })
    await call('room.create', { wing: name, name: 'room' })
    const edited = await call('wing.update', { wing: name, name: renamed, description: 'why' })
    expect(edited).toMatchObject({ id, name: renamed, description: 'why', revision: 2, rooms: 1 })
    expect(await revisionsIn(store, edited.change_set)).toMatchObject([
      {
        entityId: id,
        number: 2,
        kind: 'meta',
        before: { name, description: '' },
        after: { name: renamed, description: 'why' },
        content: null,
      },
    ])
    await expect(call('wing.show', { wing: name })).rejects.toMatchObject({ code: 'wing.not_found' })
    expect(await call('wing.create', { name })).toMatchObject({ created: true })
  })

  test('that changes nothing makes no revision', async ({ call, store }) => {
    const name = unique('same')
    const { id } = await call('wing.create', { name, description: 'd' })
    expect(await call('wing.update', { wing: name, name, description: 'd' })).toMatchObject({
      revision: 1,
      change_set: null,
    })
    expect(await call('wing.update', { wing: name })).toMatchObject({ revision: 1, change_set: null })
    expect(await revisionsOf(store, id)).toHaveLength(1)
  })

  test('refuses the name of another, and a stale revision', async ({ call }) => {
    const [name, other] = [unique('one'), unique('other')]
    const { id } = await call('wing.create', { name })
    await call('wing.create', { name: other })
    await expect(call('wing.update', { wing: name, name: other })).rejects.toMatchObject({ code: 'wing.name_taken' })
    await call('wing.update', { wing: name, description: 'x', expected_revision: 1 })
    await expect(call('wing.update', { wing: name, description: 'y', expected_revision: 1 })).rejects.toMatchObject({
      code: 'revision.stale',
      details: { id, revision: 2, expected_revision: 1 },
    })
    await expect(call('wing.delete', { wing: name, expected_revision: 1 })).rejects.toMatchObject({
      code: 'revision.stale',
    })
    expect(await call('wing.show', { wing: name })).toMatchObject({ description: 'x', revision: 2 })
  })

  test('into a name that another creates at once: one has it', async ({ call }) => {
    for (let round = 0; round < 15; round++) {
      const [name, wanted] = [unique('old'), unique('wanted')]
      const { id } = await call('wing.create', { name })
      const [renamed, created] = await Promise.allSettled([
        call('wing.update', { wing: name, name: wanted }),
        call('wing.create', { name: wanted }),
      ])
      const holder = await call('wing.show', { wing: wanted })
      if (created.status === 'rejected') throw created.reason
      expect(created.value.id).toBe(holder.id)
      if (renamed.status === 'fulfilled') expect(holder.id).toBe(id)
      else expect(renamed.reason).toMatchObject({ code: 'wing.name_taken' })
      expect(created.value.created).toBe(renamed.status === 'rejected')
    }
  })
})

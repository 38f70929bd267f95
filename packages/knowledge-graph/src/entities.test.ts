import { newId } from '@loci/store'
import { test } from '@loci/testing'
import { describe, expect } from 'vitest'

const unique = (name: string) => `${name} ${newId()}`

describe('an entity', () => {
  test('goes by its aliases, and nobody else does', async ({ call }) => {
    const [name, alias] = [unique('Augusta King'), unique('Countess of Lovelace')]
    await call('fact.add', { subject: name, predicate: 'wrote', object: 'notes' })
    const edited = await call('entity.update', { entity: name, aliases: [alias, alias.toUpperCase()], type: 'person' })
    expect(edited).toMatchObject({ type: 'person', updated_fields: ['aliases', 'type'] })
    expect(edited.aliases).toHaveLength(1)
    expect(await call('fact.query', { entity: alias.toLowerCase() })).toMatchObject({ entity: name, count: 1 })
    await call('fact.add', { subject: alias, predicate: 'knew', object: 'Babbage' })
    expect(await call('entity.show', { entity: name })).toMatchObject({ facts: 2 })

    const other = unique('other')
    await call('fact.add', { subject: other, predicate: 'is', object: 'another' })
    for (const taken of [{ name: alias }, { aliases: [name] }, { aliases: [alias] }])
      await expect(call('entity.update', { entity: other, ...taken })).rejects.toMatchObject({
        code: 'entity.name_taken',
      })
  })

  test('keeps its facts under another name', async ({ call }) => {
    const [name, later] = [unique('before'), unique('after')]
    await call('fact.add', { subject: name, predicate: 'is', object: 'here' })
    await call('entity.update', { entity: name, name: later })
    expect(await call('fact.query', { entity: later })).toMatchObject({ count: 1 })
    await expect(call('entity.show', { entity: name })).rejects.toMatchObject({
      code: 'entity.not_found',
      details: { entity: name },
    })
    expect((await call('entity.update', { entity: later, name: later })).change_set).toBeNull()
  })

  test('that is not known is told with those that look like it', async ({ call }) => {
    const name = unique('Wilhelmina')
    await call('fact.add', { subject: name, predicate: 'is', object: 'here' })
    await expect(call('fact.query', { entity: name.replace('Wilhelmina', 'Wilhelmima') })).rejects.toMatchObject({
      code: 'entity.not_found',
      details: { nearest: expect.arrayContaining([name]) as string[] },
    })
  })

  test('is listed by name, page by page', async ({ call }) => {
    const prefix = unique('list')
    for (const end of ['c', 'a', 'b'])
      await call('fact.add', { subject: `${prefix} ${end}`, predicate: 'is', object: 'x' })
    const first = await call('entity.list', { prefix: prefix.toUpperCase(), limit: 2 })
    expect(first.items.map(({ name }) => name)).toEqual([`${prefix} a`, `${prefix} b`])
    const rest = await call('entity.list', {
      prefix: prefix.toUpperCase(),
      limit: 2,
      cursor: first.next_cursor ?? undefined,
    })
    expect(rest).toMatchObject({ items: [{ name: `${prefix} c` }], next_cursor: null })
  })

  test.each(['', '   ', 'a\u0000b', 'x'.repeat(257)])('is not called %j', async (name) => {
    await expect(
      Promise.resolve().then(async () => {
        const { toEntityName } = await import('./names.ts')
        return toEntityName('subject', name)
      }),
    ).rejects.toMatchObject({ code: 'input.invalid', details: { field: 'subject' } })
  })
})

describe('a merge of entities', () => {
  test('joins names and facts, and can be undone', async ({ call }) => {
    const [from, into] = [unique('JS'), unique('JavaScript')]
    await call('fact.add', { subject: from, predicate: 'runs_in', object: 'browsers' })
    await call('fact.add', { subject: into, predicate: 'runs_in', object: 'browsers' })
    await call('fact.add', { subject: 'Ada', predicate: 'uses', object: from })
    await call('fact.add', { subject: from, predicate: 'is_short_for', object: into })
    const merged = await call('entity.merge', { entity: from, into })
    expect(merged).toMatchObject({ name: into, aliases: [from], moved: 1, dropped: 2, facts: 2 })
    expect((await call('fact.query', { entity: from })).entity).toBe(into)

    const undone = await call('change.undo', { change_set: merged.change_set ?? '' })
    expect(undone.skipped).toEqual([])
    expect(await call('entity.show', { entity: from })).toMatchObject({ name: from, facts: 3 })
    expect(await call('entity.show', { entity: into })).toMatchObject({ name: into, aliases: [], facts: 2 })
  })

  test('refuses two values that held at one time', async ({ call }) => {
    const [from, into] = [unique('A'), unique('B')]
    await call('fact.add', { subject: from, predicate: 'works_at', object: 'Acme', valid_from: '2020' })
    await call('fact.add', { subject: into, predicate: 'works_at', object: 'NewCo', valid_from: '2021' })
    await expect(call('entity.merge', { entity: from, into })).rejects.toMatchObject({ code: 'fact.overlaps' })
    expect(await call('entity.show', { entity: from })).toMatchObject({ facts: 1 })
  })
})

describe('a deleted entity', () => {
  test('takes its facts to the trash and brings them back', async ({ call }) => {
    const [name, friend] = [unique('gone'), unique('friend')]
    await call('fact.add', { subject: name, predicate: 'knows', object: friend })
    await call('fact.add', { subject: friend, predicate: 'knows', object: name })
    const { id } = await call('entity.show', { entity: name })
    const deleted = await call('entity.delete', { entity: name })
    expect(deleted).toMatchObject({ entities: 1, facts: 2 })
    expect((await call('fact.query', { entity: friend })).count).toBe(0)
    const listed = await call('trash.list', { limit: 1 })
    expect(listed.items).toMatchObject([{ type: 'entity', id, address: name, facts: 2 }])
    // a new one has its name meanwhile
    await call('fact.add', { subject: name, predicate: 'is', object: 'new' })
    await expect(call('trash.restore', { id })).rejects.toMatchObject({ code: 'entity.name_taken' })
    await call('entity.delete', { entity: name })
    expect(await call('trash.restore', { id })).toMatchObject({ entities: 1, facts: 2 })
    expect((await call('fact.query', { entity: friend })).count).toBe(2)
  })
})

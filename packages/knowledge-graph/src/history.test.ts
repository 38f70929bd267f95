import { newId } from '@loci/store'
import { test } from '@loci/testing'
import { describe, expect } from 'vitest'

const unique = (name: string) => `${name} ${newId()}`

describe('the history of facts', () => {
  test('undoes a supersede: the old value holds again, the new one is in the trash', async ({ call }) => {
    const subject = unique('Ada')
    await call('fact.add', { subject, predicate: 'works_at', object: 'Acme', valid_from: '2020' })
    const { change_set, triple_id } = await call('fact.supersede', {
      subject,
      predicate: 'works_at',
      old_object: 'Acme',
      new_object: 'NewCo',
      at: '2025',
    })
    const dry = await call('change.undo', { change_set: change_set ?? '', dry_run: true })
    expect(dry.diff).toContainEqual(expect.objectContaining({ after: { valid_to: null, valid_to_precision: null } }))
    const undone = await call('change.undo', { change_set: change_set ?? '' })
    expect(undone.skipped).toEqual([])
    expect((await call('fact.query', { entity: subject })).facts).toMatchObject([{ object: 'Acme', valid_to: null }])
    await expect(call('trash.restore', { id: triple_id })).rejects.toMatchObject({ code: 'trash.parent_trashed' })
    const both = call('trash.restore', { id: triple_id, parents: true })
    await expect(both).rejects.toMatchObject({ code: 'fact.overlaps' })

    const again = await call('change.undo', { change_set: undone.change_set ?? '' })
    expect(again.skipped).toEqual([])
    expect((await call('fact.query', { entity: subject, as_of: '2026' })).facts).toMatchObject([{ object: 'NewCo' }])
  })

  test('takes entities that came with a fact back, unless others name them', async ({ call }) => {
    const [subject, object] = [unique('Ada'), unique('engine')]
    const added = await call('fact.add', { subject, predicate: 'built', object })
    await call('fact.add', { subject: 'Charles', predicate: 'built', object })
    const undone = await call('change.undo', { change_set: added.change_set ?? '' })
    expect(undone.skipped).toMatchObject([{ entity: { type: 'entity', address: object } }])
    await expect(call('entity.show', { entity: subject })).rejects.toMatchObject({ code: 'entity.not_found' })
    expect(await call('entity.show', { entity: object })).toMatchObject({ facts: 1 })
  })

  test('leaves alone what others changed since, and what would stand beside another value', async ({ call }) => {
    const subject = unique('Ada')
    await call('fact.add', { subject, predicate: 'works_at', object: 'Acme', valid_from: '2020' })
    const ended = await call('fact.invalidate', { subject, predicate: 'works_at', object: 'Acme', ended: '2022' })
    await call('fact.add', { subject, predicate: 'works_at', object: 'NewCo', valid_from: '2022' })
    const undone = await call('change.undo', { change_set: ended.change_set ?? '', force: true })
    expect(undone).toMatchObject({ undone: [], skipped: [{ reason: expect.stringMatching(/another fact/) as string }] })
  })

  test('shows in the feed, in its own history, and in a change set', async ({ call }) => {
    const subject = unique('Ada')
    const fact = { subject, predicate: 'uses', object: 'Rust' }
    const { triple_id: id, change_set } = await call('fact.add', fact)
    await call('fact.invalidate', { ...fact, ended: '2199' })
    const shown = await call('fact.show', { id })
    expect(shown.history).toMatchObject([
      { number: 2, kind: 'meta', after: { valid_to: '2199-01-01T00:00:00.000Z' } },
      { number: 1, kind: 'create', after: { predicate: 'uses' } },
    ])
    const { items } = await call('change.list', { limit: 1 })
    expect(items).toMatchObject([{ entity: { type: 'fact', id, address: `${subject} uses Rust` }, kind: 'meta' }])
    const set = await call('change.show', { change_set: change_set ?? '' })
    expect(set.items.map(({ entity }) => entity.type)).toEqual(expect.arrayContaining(['entity', 'fact']))

    const deleted = await call('fact.delete', { id })
    expect((await call('change.list', { limit: 5 })).items.map(({ entity }) => entity.id)).not.toContain(id)
    expect(await call('trash.show', { id })).toMatchObject({ type: 'fact', address: `${subject} uses Rust` })
    expect(await call('trash.restore', { change_set: deleted.change_set })).toMatchObject({ facts: 1 })
    expect((await call('fact.query', { entity: subject })).count).toBe(1)
  })

  test('answers as the palace knew it at a time', async ({ call }) => {
    const subject = unique('Ada')
    await call('fact.add', { subject, predicate: 'works_at', object: 'Acme', valid_from: '2020' })
    const before = new Date().toISOString()
    await call('fact.supersede', {
      subject,
      predicate: 'works_at',
      old_object: 'Acme',
      new_object: 'NewCo',
      at: '2025',
    })
    const known = await call('fact.query', { entity: subject, known_at: before, as_of: '2026' })
    expect(known.facts).toMatchObject([{ object: 'Acme', valid_from: '2020', valid_to: null }])
    const [fact] = (await call('fact.query', { entity: subject, as_of: '2026' })).facts
    expect(fact).toMatchObject({ object: 'NewCo' })
    await call('fact.delete', { id: String(fact?.['id']) })
    const then = new Date().toISOString()
    expect((await call('fact.query', { entity: subject, known_at: then, as_of: '2026' })).facts).toEqual([])
  })

  test('is empty of what was purged, and its chain holds', async ({ call }) => {
    const [subject, secret] = [unique('Ada'), unique('secret')]
    const { triple_id } = await call('fact.add', { subject, predicate: 'keeps', object: secret })
    const { id } = await call('entity.show', { entity: secret })
    await call('entity.delete', { entity: secret })
    const { purged } = await call('trash.purge', { id })
    expect(purged).toMatchObject({ entities: 1, facts: 1 })
    await expect(call('trash.show', { id: triple_id })).rejects.toMatchObject({ code: 'trash.not_found' })
    expect((await call('entity.show', { entity: subject })).facts).toBe(0)
    expect(await call('change.verify', {})).toMatchObject({ intact: true })
  })
})

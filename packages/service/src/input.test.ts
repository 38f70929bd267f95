import { type OperationName, operations } from '@loci/contract'
import { test } from '@loci/testing'
import { describe, expect } from 'vitest'

const listings: { name: OperationName; input: object; most: number }[] = [
  { name: 'wing.list', input: {}, most: 200 },
  { name: 'room.list', input: { wing: 'lists' }, most: 200 },
  { name: 'drawer.list', input: { wing: 'lists', room: 'room' }, most: 200 },
  { name: 'drawer.search', input: { query: 'text' }, most: 200 },
  { name: 'job.list', input: {}, most: 200 },
  { name: 'tool.list_drawers', input: {}, most: 100 },
  { name: 'change.list', input: {}, most: 200 },
  { name: 'trash.list', input: {}, most: 200 },
  { name: 'tool.trash', input: {}, most: 200 },
  { name: 'tool.revisions', input: {}, most: 200 },
  { name: 'fact.timeline', input: {}, most: 200 },
  { name: 'entity.list', input: {}, most: 200 },
  { name: 'tunnel.list', input: {}, most: 200 },
]
/** The listings of one thing, which must be there. */
const ofOne: OperationName[] = ['change.show', 'revision.list']
const paged = listings.filter(({ name }) => 'cursor' in operations[name].input.shape)

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('a limit', () => {
  test.for(listings)('of $name is 1 to $most', async ({ name, input, most }, { call }) => {
    await call('drawer.create', { wing: 'lists', room: 'room', content: 'text' })
    for (const limit of [1, most]) await call(name, { ...input, limit } as never)
    for (const limit of [0, -1, most + 1, 1e9, 1.5, '5', null, Number.NaN])
      await expect(call(name, { ...input, limit } as never)).rejects.toMatchObject({
        code: 'input.invalid',
        message: expect.stringContaining('limit') as unknown,
      })
  })

  test('is 50 when none is given', async ({ call }) => {
    for (let i = 0; i < 51; i++) await call('room.create', { wing: 'fifty', name: `room ${i}` })
    const { items, next_cursor } = await call('room.list', { wing: 'fifty' })
    expect(items).toHaveLength(50)
    expect(next_cursor).not.toBeNull()
  })
})

describe('a cursor', () => {
  test('has every listing that gives one covered', () => {
    const all = Object.entries(operations).filter(([, { input }]) => 'cursor' in input.shape)
    expect([...paged.map(({ name }) => name), ...ofOne].toSorted()).toEqual(all.map(([name]) => name).toSorted())
  })

  test.for(paged)('of $name is refused when it is none, or forged', async ({ name, input }, { call }) => {
    await call('drawer.create', { wing: 'lists', room: 'room', content: 'text' })
    await call('drawer.create', { wing: 'lists', room: 'room', content: 'other text' })
    await call('room.create', { wing: 'lists', name: 'another room' })
    await call('wing.create', { name: 'more lists' })
    for (const object of ['one', 'two']) await call('fact.add', { subject: 'lists', predicate: 'hold', object })
    const tunnel = { source_wing: 'lists', source_room: 'room', target_wing: 'lists' }
    for (const target_room of ['another room', 'third room']) {
      await call('room.create', { wing: 'lists', name: target_room })
      await call('tunnel.create', { ...tunnel, target_room })
    }
    const page = (await call(name, { ...input, limit: 1 } as never)) as { next_cursor: string | null }
    const [listing] = JSON.parse(Buffer.from(page.next_cursor ?? encode(['']), 'base64url').toString()) as [string]
    const id = '0192a0b0-1c2d-7e3f-8a4b-5c6d7e8f9a0b'
    const forged = [
      'garbage',
      '',
      '!!!',
      encode(null),
      encode('x'),
      encode([]),
      encode([listing]),
      encode([listing, null]),
      encode([listing, {}]),
      encode([listing, { id: 'no id', name: 7 }]),
      encode([listing, { id: "' or 1=1 --", name: ['x'] }]),
      encode([listing, { id: 'a\0b', name: 'a\0b' }]),
      encode([listing, { id: id.slice(1), name: '\ud800' }]),
      ...(name === 'fact.timeline' ? [encode([listing, { id, from: 'yesterday' }])] : []),
    ]
    for (const cursor of forged)
      await expect(call(name, { ...input, cursor } as never)).rejects.toMatchObject({ code: 'input.invalid' })
  })

  test('of another listing, or of other filters, is refused', async ({ call }) => {
    for (const room of ['a', 'b'])
      for (const content of ['1', '2']) await call('drawer.create', { wing: 'foreign', room, content })
    await call('wing.create', { name: 'foreign 2' })
    const place = { wing: 'foreign', room: 'a' }
    const refused = { code: 'input.invalid', message: expect.stringContaining('cursor') as unknown }
    const drawers = (await call('drawer.list', { ...place, limit: 1 })).next_cursor ?? ''
    expect((await call('drawer.list', { ...place, limit: 5, cursor: drawers })).items).toHaveLength(1)
    for (const other of [{ room: 'b' }, { sort: 'newest' as const }, { tag: 'x' }, { prefix: 'x' }])
      await expect(call('drawer.list', { ...place, ...other, cursor: drawers })).rejects.toMatchObject(refused)
    await expect(call('room.list', { wing: 'foreign', cursor: drawers })).rejects.toMatchObject(refused)
    await expect(call('wing.list', { cursor: drawers })).rejects.toMatchObject(refused)
    await expect(call('job.list', { cursor: drawers })).rejects.toMatchObject(refused)
    await expect(call('tool.list_drawers', { cursor: drawers })).rejects.toMatchObject(refused)
    const wings = (await call('wing.list', { prefix: 'foreign', limit: 1 })).next_cursor ?? ''
    await expect(call('wing.list', { cursor: wings })).rejects.toMatchObject(refused)
  })
})

describe('input', () => {
  test('of unknown fields or wrong types is refused, and the field is named', async ({ call }) => {
    const refused = (name: OperationName, input: unknown, field: string) =>
      expect(call(name, input as never)).rejects.toMatchObject({
        code: 'input.invalid',
        message: expect.stringContaining(field) as unknown,
      })
    await refused('wing.create', { name: 'x', colour: 'red' }, 'colour')
    await refused('wing.create', { name: 7 }, 'name')
    await refused('wing.create', {}, 'name')
    await refused('wing.create', null, 'input')
    await refused('wing.create', [], 'input')
    await refused('wing.update', { wing: 'x', expected_revision: 0 }, 'expected_revision')
    await refused('drawer.create', { wing: 'x', room: 'r', content: ['x'] }, 'content')
    await refused('drawer.create', { wing: 'x', room: 'r', content: 'c', tags: ['ok', ''] }, 'tags')
    await refused('drawer.create', { wing: 'x', room: 'r', content: 'c', tags: ['a\0'] }, 'tags')
    await refused('drawer.create', { wing: 'x', room: 'r', content: 'c', source: { uri: '\ud800' } }, 'source.uri')
    await refused('drawer.get', { id: 'abc' }, 'id')
    await refused('drawer.list', { wing: 'x', room: 'r', since: 'yesterday' }, 'since')
    await refused('drawer.search', { query: '' }, 'query')
    await refused('drawer.search', { query: 'a\0b' }, 'query')
  })
})

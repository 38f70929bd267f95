import type { Caller } from '@loci/contract'
import { test as base } from '@loci/testing'
import { describe, expect } from 'vitest'
import { type Tree, withTree } from './tree.fixture.ts'

const test = base.extend<{ tree: Tree }>({ tree: async ({}, use) => withTree(use) })

const line = (n: number, role: 'user' | 'assistant', text: string) =>
  `${JSON.stringify({
    type: role,
    uuid: `message-${n}`,
    sessionId: 'session-1',
    cwd: '/home/ada/shop',
    timestamp: new Date(Date.UTC(2026, 4, 1, 12, n)).toISOString(),
    message: {
      role,
      content: role === 'user' ? text : [{ type: 'text', text }],
      ...(role === 'assistant' && { model: 'm-1' }),
    },
  })}\n`

const turns = [
  line(0, 'user', 'Which queue do we use?\n> quoted\n\nsecond paragraph'),
  line(1, 'assistant', 'We decided to use Postgres for the queue.\n---\nNEEDLE after the rule\n```sql\nselect 1\n```'),
  line(2, 'user', 'And the cache?'),
  line(3, 'assistant', 'There is none yet.'),
]

async function mine(call: Caller, source: string, more: object = {}) {
  const { id } = await call('job.create', { kind: 'mine', mode: 'convos', source, wing: 'chats', ...more })
  const job = await call('job.wait', { id, seconds: 60 })
  expect(job).toMatchObject({ status: 'completed', error: null })
  return job.result
}

describe('chats', () => {
  test('are filed an exchange a drawer, word for word, and grow message by message', async ({ call, tree }) => {
    const source = await tree({ 'a/session.jsonl': turns.slice(0, 3).join(''), 'a/readme.md': '# no chat' }, 'sessions')
    const first = await mine(call, source)
    expect(first).toMatchObject({ added: 2, failed: 0, skipped: { unknown_format: 1 } })
    expect(first).toMatchObject({ chats: { messages: 3, formats: { 'claude-code': 1 } } })
    const { results } = await call('drawer.search', { query: 'NEEDLE', wing: 'chats', room: 'shop', limit: 1 })
    const drawer = await call('drawer.get', { id: results[0]?.drawer_id ?? '' })
    expect(drawer.content).toContain('Which queue do we use?\n> quoted\n\nsecond paragraph')
    expect(drawer.content).toContain(
      'We decided to use Postgres for the queue.\n---\nNEEDLE after the rule\n```sql\nselect 1\n```',
    )
    expect(drawer).toMatchObject({
      room: 'shop',
      tags: ['model:m-1'],
      source: { kind: 'chat', position: 0, authored_at: '2026-05-01T12:00:00.000Z' },
    })

    // the session goes on: the answer comes to its prompt, and nothing doubles
    await tree({ 'a/session.jsonl': turns.join('') }, 'sessions')
    expect(await mine(call, source)).toMatchObject({ added: 0, updated: 1, unchanged: 1 })
    // the same chat from another place is the same chat
    const elsewhere = await tree({ 'copy.jsonl': turns.join('') }, 'elsewhere')
    expect(await mine(call, elsewhere)).toMatchObject({ added: 0, updated: 0, unchanged: 2 })
    expect(await call('wing.show', { wing: 'chats' })).toMatchObject({ drawers: 2 })
  })

  test('of a file that is filed whole are not read again, unless something of it went', async ({ call, tree }) => {
    const place = { wing: 'known' }
    const source = await tree({ 'a.jsonl': turns.join(''), 'b.md': '# no chat' }, 'known')
    expect(await mine(call, source, place)).toMatchObject({ added: 2, chats: { messages: 4 } })
    const again = await mine(call, source, place)
    expect(again).toMatchObject({ added: 0, updated: 0, unchanged: 2 })
    // what is not read has no messages to count
    expect(again).not.toMatchObject({ chats: { formats: { 'claude-code': 1 } } })
    // read in another way, it may say more
    const general = { ...place, extract: 'general' }
    expect(await mine(call, source, general)).toMatchObject({ added: 1, unchanged: 2, chats: { messages: 4 } })

    const { items } = await call('drawer.list', { ...place, room: 'shop' })
    await call('drawer.delete', { ...place, room: 'shop', drawer: items[0]?.id ?? '' })
    expect(await mine(call, source, place)).toMatchObject({ added: 1, unchanged: 1, chats: { messages: 4 } })
    // and what was undone is filed again as well
    const { items: changes } = await call('change.list', { ...place, limit: 1 })
    await call('change.undo', { change_set: changes[0]?.change_set ?? '' })
    expect(await mine(call, source, place)).toMatchObject({ added: 1, unchanged: 1 })
    // a purge leaves nothing that tells of the file
    const { results } = await call('drawer.search', { query: 'NEEDLE', ...place, limit: 1 })
    const drawer = await call('drawer.get', { id: results[0]?.drawer_id ?? '' })
    await call('drawer.delete', { ...place, room: 'shop', drawer: drawer.id })
    expect(await mine(call, source, place)).toMatchObject({ added: 1 })
    await call('trash.purge', { id: drawer.id })
    expect(await mine(call, source, place)).toMatchObject({ added: 0, unchanged: 2, chats: { messages: 4 } })
  })

  test('of a file cut anywhere are filed as far as its lines are whole, and once the rest arrives', async ({
    call,
    tree,
  }) => {
    const whole = Buffer.from(turns.join('').replaceAll('NEEDLE', 'Nädel 針'))
    const source = await tree({ 'session.jsonl': whole }, 'whole')
    await mine(call, source, { wing: 'whole' })
    const texts = async (wing: string) => {
      const { drawers } = await call('tool.list_drawers', { wing })
      const contents = drawers.map(async ({ drawer_id }) => (await call('drawer.get', { id: drawer_id })).content)
      return (await Promise.all(contents)).toSorted((a, b) => (a < b ? -1 : 1))
    }
    const expected = await texts('whole')
    // every byte around the ends of lines and inside a letter of three bytes, and some of all the others
    const ends = turns.map((_, at) => Buffer.byteLength(turns.slice(0, at).join('')))
    const needle = whole.indexOf('針')
    const cuts = [...ends.flatMap((at) => [at - 1, at, at + 1]), needle + 1, needle + 2, 7, 300, whole.length - 2]
    for (const cut of cuts.filter((at) => at > 0 && at < whole.length)) {
      const wing = `cut ${cut}`
      const begun = await tree({ 'session.jsonl': whole.subarray(0, cut) }, wing)
      expect(await mine(call, begun, { wing })).toMatchObject({ failed: 0 })
      await tree({ 'session.jsonl': whole }, wing)
      expect(await mine(call, begun, { wing })).toMatchObject({ failed: 0 })
      expect(await texts(wing)).toEqual(expected)
    }
  })

  test('give what they state as well, when that is asked for', async ({ call, tree }) => {
    const source = await tree({ 'session.jsonl': turns.join('') }, 'stated')
    const general = { wing: 'stated', extract: 'general' }
    expect(await mine(call, source, general)).toMatchObject({ added: 3 })
    const { items } = await call('drawer.list', { wing: 'stated', room: 'decisions' })
    expect(items).toMatchObject([{ preview: 'We decided to use Postgres for the queue.', source: { position: 0 } }])
    expect(await mine(call, source, general)).toMatchObject({ added: 0, unchanged: 3 })
  })

  test('of a Slack export come from its folder as a whole', async ({ call, tree }) => {
    const day = [
      { type: 'message', user: 'U1', text: 'The lift is stuck again', ts: '1714557600.000100' },
      { type: 'message', user: 'U2', text: 'On it', ts: '1714557660.000200', thread_ts: '1714557600.000100' },
    ]
    const people = [
      { id: 'U1', name: 'ada', real_name: 'Ada' },
      { id: 'U2', name: 'bob', real_name: 'Bob' },
    ]
    const source = await tree(
      {
        'export/users.json': JSON.stringify(people),
        'export/channels.json': JSON.stringify([{ id: 'C1', name: 'building' }]),
        'export/building/2024-05-01.json': JSON.stringify(day),
      },
      'slack',
    )
    const result = await mine(call, source, { wing: 'slack' })
    expect(result).toMatchObject({ chats: { messages: 2 } })
    const { results } = await call('drawer.search', { query: 'lift stuck', wing: 'slack', limit: 1 })
    expect(results[0]).toMatchObject({ text: expect.stringContaining('Ada') as unknown })
  })
})

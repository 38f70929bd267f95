import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { chatgptConversation } from './fixtures/chats-fixture.ts'
import {
  type Exchange,
  exchangesOf,
  folderSource,
  type Message,
  memorySource,
  readConversations,
  toExchanges,
} from './index.ts'

const message = (id: string, role: Message['role'], text: string, more: Partial<Message> = {}): Message => ({
  id,
  role,
  text,
  ...more,
})
const conversation = (messages: Message[], format: 'claude-code' | 'slack' = 'claude-code') => ({
  id: 'c',
  format,
  messages,
})

async function collect(exchanges: AsyncIterable<Exchange>): Promise<Exchange[]> {
  const all: Exchange[] = []
  for await (const exchange of exchanges) all.push(exchange)
  return all
}

describe('exchanges', () => {
  test('are a prompt with its answers, in turns of speakers', () => {
    const exchanges = exchangesOf(
      conversation([
        message('1', 'user', 'One?', { author: 'Ada', at: new Date(5000) }),
        message('2', 'user', 'And two?'),
        message('3', 'assistant', 'Both.\n', { model: 'm' }),
        message('4', 'tool', '', { toolCalls: [{ name: 'ls' }], at: new Date(9000) }),
        message('5', 'user', 'yes'),
      ]),
    )
    expect(exchanges.map(({ text }) => text)).toEqual([
      'Ada:\nOne?\n\nUser:\nAnd two?\n\nAssistant:\nBoth.\n',
      'User:\nyes',
    ])
    expect(exchanges[0]).toMatchObject({
      key: 'claude-code:c/1',
      position: 0,
      author: 'Ada',
      model: 'm',
      messageIds: ['1', '2', '3', '4'],
      authoredAt: new Date(5000),
      endedAt: new Date(9000),
    })
    expect(exchanges[1]).toMatchObject({ key: 'claude-code:c/5', position: 1 })
  })

  test('keep their keys when the conversation grows, however long they are', () => {
    const messages = Array.from({ length: 60 }, (_, at) =>
      message(`${at}`, at === 0 ? 'user' : 'assistant', 'x'.repeat(4000)),
    )
    const all = exchangesOf(conversation(messages))
    expect(all.map(({ messages: held }) => held.length)).toEqual([25, 25, 10])
    const keys = all.map(({ key }) => key)
    for (const length of [1, 25, 26, 59]) {
      const some = exchangesOf(conversation(messages.slice(0, length))).map(({ key }) => key)
      expect(keys.slice(0, some.length)).toEqual(some)
    }
  })

  test('among people end with a pause, and keep threads together', () => {
    const at = (minutes: number) => ({ at: new Date(minutes * 60_000) })
    const exchanges = exchangesOf(
      conversation(
        [
          message('1', 'user', 'a', at(0)),
          message('2', 'user', 'b', { ...at(1), thread: 't' }),
          message('3', 'user', 'c', at(2)),
          message('4', 'user', 'd', { ...at(20), thread: 't' }),
          message('5', 'user', 'e', at(90)),
        ],
        'slack',
      ),
    )
    expect(exchanges.map(({ messageIds, thread, position }) => [messageIds.join(), thread, position])).toEqual([
      ['1,3', undefined, 0],
      ['2,4', 't', 0],
      ['5', undefined, 1],
    ])
  })

  test('of a branch that was left stand beside the main line', async () => {
    const exchanges = await collect(
      toExchanges(readConversations(memorySource('c.json', JSON.stringify(chatgptConversation)))),
    )
    expect(exchanges.map(({ messageIds, thread, alternative }) => [messageIds.join(), thread, alternative])).toEqual([
      ['q1,a2', undefined, undefined],
      ['a1', 'a1', true],
      ['q3,c3,t3,a3', undefined, undefined],
      ['q2', 'a1', true],
    ])
  })
})

describe('a Slack export folder', () => {
  test('names people and channels, and keeps a thread over many days together', async () => {
    const root = await mkdtemp(join(tmpdir(), 'slack-'))
    await mkdir(join(root, 'general'))
    const write = (path: string, value: unknown) => writeFile(join(root, path), JSON.stringify(value))
    await write('users.json', [
      { id: 'U1', name: 'ada', real_name: 'Ada Lovelace', profile: {} },
      { id: 'U2', name: 'bo', profile: { display_name: 'Bo' } },
    ])
    await write('channels.json', [{ id: 'C1', name: 'general', created: 1, members: ['U1'] }])
    await write('general/2026-03-02.json', [
      {
        type: 'message',
        ts: '1772442001.000200',
        thread_ts: '1772442001.000200',
        user: 'U1',
        text: 'When do <@U2> and I sail?',
      },
    ])
    await write('general/2026-03-03.json', [
      { type: 'message', ts: '1772445000.000300', thread_ts: '1772442001.000200', user: 'U2', text: 'At nine' },
    ])
    const [exchange, ...others] = await collect(toExchanges(readConversations(await folderSource(root))))
    expect(others).toEqual([])
    expect(exchange).toMatchObject({
      conversationId: 'C1',
      title: '#general',
      key: 'slack:C1/1772442001.000200',
      text: 'Ada Lovelace:\nWhen do <@U2> and I sail?\n\nBo:\nAt nine',
    })
  })
})

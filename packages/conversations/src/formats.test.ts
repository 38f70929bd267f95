import { describe, expect, test } from 'vitest'
import { agentFixtures } from './fixtures/agents-fixture.ts'
import { chatFixtures } from './fixtures/chats-fixture.ts'
import { editorFixtures } from './fixtures/editors-fixture.ts'
import { readAll } from './fixtures/shared-fixture.ts'
import { textFixtures } from './fixtures/texts-fixture.ts'
import {
  detectFormat,
  exchangesOf,
  type Message,
  messageKey,
  memorySource,
  readConversations,
  toExchanges,
} from './index.ts'

const fixtures = [...agentFixtures, ...editorFixtures, ...chatFixtures, ...textFixtures]
const speaker = ({ author, role }: Message) => author ?? role

describe.each(fixtures)('$name', ({ path, format, content, messages: expected, titles }) => {
  test('is known by its shape', () => {
    expect(detectFormat(content)).toBe(format)
    expect(detectFormat(`\ufeff${content}`)).toBe(format)
  })

  test('gives each message word for word, with title and speaker', async () => {
    const { messages, report, titles: found } = await readAll(content, path)
    expect(messages.map((message) => [speaker(message), message.text])).toEqual(expected)
    expect(report.skipped).toEqual({})
    expect(found).toEqual(titles ?? found)
  })

  test('gives keys that are its own, and the same ones every time', async () => {
    const { keys } = await readAll(content, path)
    expect(new Set(keys).size).toBe(keys.length)
    expect((await readAll(content, path)).keys).toEqual(keys)
  })

  test('has each text in an exchange, byte for byte', async () => {
    const found: string[] = []
    for await (const { text, spans, messages, key } of toExchanges(readConversations(memorySource(path, content)))) {
      expect(key).toContain(':')
      for (const { messageId, start, end } of spans) {
        const said = messages.find(({ id }) => id === messageId)?.text
        expect(text.slice(start, end)).toBe(said)
        found.push(said ?? '')
      }
    }
    const texts = expected.map(([, text]) => text).filter((text) => text !== '')
    expect(found.toSorted()).toEqual(texts.toSorted())
  })

  test('is read the same as UTF-16', async () => {
    const { messages, keys } = await readAll(content, path)
    const bytes = Buffer.from(`\ufeff${content}`, 'utf16le')
    const little = await readAll(bytes, path)
    expect([little.messages, little.keys]).toEqual([messages, keys])
    expect((await readAll(Buffer.from(bytes).swap16(), path)).keys).toEqual(keys)
  })
})

test('a key tells conversation and message apart', () => {
  const key = (id: string, message: string) => messageKey({ id, format: 'plain' }, { id: message })
  expect(key('a/b', 'c')).not.toBe(key('a', 'b/c'))
  expect(exchangesOf({ id: 'x', format: 'plain', messages: [] })).toEqual([])
})

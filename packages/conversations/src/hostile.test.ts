import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { claudeCodeFixture, codexFixture, geminiFixtures } from './fixtures/agents-fixture.ts'
import { chatgptConversation } from './fixtures/chats-fixture.ts'
import { type Fixture, jsonLines, readAll } from './fixtures/shared-fixture.ts'
import { plainFixture, textFixtures, whatsappFixture } from './fixtures/texts-fixture.ts'
import { detectFormat } from './index.ts'

const [firstLine = '', ...lines] = claudeCodeFixture.content.match(/[^\n]*\n/g) ?? []
const whole = claudeCodeFixture.content
const texts = claudeCodeFixture.messages.map(([, text]) => text)

describe('a hostile file', () => {
  test('broken lines are counted, and the rest is read', async () => {
    const broken = [firstLine, 'not json\n', '{"type":"user","mess\n', '[1,2]\n', '\n', '\0\0\0\n', ...lines].join('')
    const { messages, report } = await readAll(broken)
    expect(messages.map(({ text }) => text)).toEqual(texts)
    expect(report.skipped).toEqual({ broken_record: 4 })
  })

  test('a huge line is skipped, wherever the chunks end', async () => {
    const huge = `{"type":"user","uuid":"h","message":{"content":"${'x'.repeat(70_000)}"}}\n`
    const { messages, report } = await readAll(firstLine + huge + lines.join(''), 'a.jsonl', { maxRecordBytes: 50_000 })
    expect(messages.map(({ text }) => text)).toEqual(texts)
    expect(report.skipped).toEqual({ huge_record: 1 })
  })

  test('a document that is too large is skipped', async () => {
    const { messages, report } = await readAll(JSON.stringify(chatgptConversation), 'a.json', { maxDocumentBytes: 100 })
    expect([messages, report.skipped]).toEqual([[], { too_large: 1 }])
  })

  test('lines in another encoding, and files in none, have their reason', async () => {
    const latin = Buffer.from('{"type":"user","uuid":"l","message":{"content":"caf\xe9"}}\n', 'latin1')
    const mixed = await readAll(Buffer.concat([Buffer.from(firstLine), latin, Buffer.from(lines.join(''))]))
    expect(mixed.messages.map(({ text }) => text)).toEqual(texts)
    expect(mixed.report.skipped).toEqual({ encoding: 1 })
    const broken = Buffer.concat([Buffer.from(`\ufeff${whole}`, 'utf16le'), Buffer.from([0x00, 0xd8, 0x41])])
    expect((await readAll(broken)).report.skipped).toEqual({ encoding: 1 })
    expect((await readAll(Buffer.from([0xe9, 0xff, 0x00]))).report.skipped).toEqual({ encoding: 1 })
    const latinChat = Buffer.from(whatsappFixture.content.replace('ok', 'caf\xe9'), 'latin1')
    expect((await readAll(latinChat)).report.skipped).toEqual({ encoding: 1 })
  })

  test('text that cannot be stored is skipped with a reason', async () => {
    const record = { type: 'user', sessionId: 's', message: { content: 'a\0b' } }
    const { report } = await readAll(jsonLines(record, { ...record, message: { content: '\ud800' } }))
    expect(report).toMatchObject({ messages: 0, skipped: { invalid_characters: 2 } })
  })

  test('a list of conversations gives those that are whole', async () => {
    const one = JSON.stringify(chatgptConversation)
    const { messages } = await readAll(one)
    const broken = one.replace('"title":', '"title"')
    const second = one.replace('conv-1', 'conv-2')
    const { keys, report } = await readAll(`[${one},\n${broken}, 7, ${second}, ${one.slice(0, -9)}`, 'a.json')
    expect(keys).toHaveLength(messages.length * 2)
    expect(report).toMatchObject({ skipped: { broken_record: 1 }, incomplete: [{ path: 'a.json', record: 4 }] })
    const limited = await readAll(`[${one},${second}]`, 'a.json', { maxDocumentBytes: 100 })
    expect(limited.report).toMatchObject({ messages: 0, skipped: { huge_record: 2 } })
  })

  test('what is nested without end harms nobody', async () => {
    const deep = `{"timestamp":1,"type":"response_item","payload":{"type":"function_call","call_id":1,"arguments":${'['.repeat(50_000)}${']'.repeat(50_000)}}}\n`
    const { messages, report } = await readAll(codexFixture.content + deep.replace('"call_id":1,', '') + deep)
    expect(messages.length + (report.skipped.broken_message ?? 0)).toBe(codexFixture.messages.length + 2)
    expect((await readAll('['.repeat(300_000))).report.skipped).toEqual({ unknown_format: 1 })
  })

  test('a broken document is skipped', async () => {
    const { report } = await readAll(JSON.stringify(chatgptConversation).slice(0, -20), 'a.json')
    expect(report).toMatchObject({ messages: 0, skipped: { broken_document: 1 } })
  })

  test('a tree with circles and missing parents keeps every message', async () => {
    const { mapping } = chatgptConversation
    const circle = {
      ...mapping,
      q1: { ...mapping['q1'], parent: 'a3' },
      q2: { ...mapping['q2'], parent: 'gone' },
      a1: { ...mapping['a1'], parent: 'a1' },
    }
    const { messages } = await readAll(JSON.stringify({ ...chatgptConversation, mapping: circle, current_node: 'a3' }))
    const before = await readAll(JSON.stringify(chatgptConversation))
    expect(messages.map(({ id }) => id).toSorted()).toEqual(before.messages.map(({ id }) => id).toSorted())
  })

  test('a message that stands twice in a source is taken once', async () => {
    const { messages, report } = await readAll(whole + whole)
    expect(messages.map(({ text }) => text)).toEqual(texts)
    expect(report.skipped).toEqual({ repeated: texts.length })
  })

  test.each([
    ['# Title\n\nSome prose.\n\n> a quotation\n\nMore prose.\n'],
    ['{"name": "x", "version": "1.0.0", "dependencies": {}}'],
    ['{"level":30,"time":1,"msg":"started"}\n{"level":30,"time":2,"msg":"done"}\n'],
    ['[{"id":1,"name":"a"}]'],
    ['a,b\n1,2\n'],
    [''],
    ['[[[[[['],
    ['{'],
  ])('%j is no transcript', async (content) => {
    expect(detectFormat(content)).toBeUndefined()
    expect((await readAll(content)).report.skipped).toEqual({ unknown_format: 1 })
  })

  test.each([claudeCodeFixture, codexFixture, ...geminiFixtures, ...textFixtures])(
    '$name with anything in its place never throws',
    async ({ content, path }) => {
      const change = fc.tuple(fc.nat(Buffer.byteLength(content)), fc.uint8Array({ maxLength: 8 }), fc.nat(20))
      await fc.assert(
        fc.asyncProperty(change, async ([at, bytes, removed]) => {
          const original = Buffer.from(content)
          const changed = Buffer.concat([original.subarray(0, at), bytes, original.subarray(at + removed)])
          const { keys, report } = await readAll(changed, path)
          expect(report.messages).toBe(keys.length)
        }),
        { numRuns: 50 },
      )
    },
  )
})

describe('a file that grows', () => {
  const growing: Fixture[] = [
    claudeCodeFixture,
    codexFixture,
    ...geminiFixtures.filter(({ path }) => path.endsWith('l')),
  ]

  test.each(growing)('$name, cut at any byte, has the messages of its complete lines', async ({ content, path }) => {
    const bytes = Buffer.from(content)
    const all = await readAll(content, path)
    let complete = await readAll('', path)
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const part = await readAll(bytes.subarray(0, cut), path)
      if (bytes[cut - 1] === 0x0a) complete = part
      // the line may be complete before its break is written
      expect(part.keys.slice(0, complete.keys.length)).toEqual(complete.keys)
      expect(part.keys).toEqual(all.keys.slice(0, part.keys.length))
      const ends = cut === 0 || bytes[cut - 1] === 0x0a || bytes[cut] === 0x0a
      const known = Object.keys(part.report.formats).length > 0
      expect(part.report.incomplete).toHaveLength(known && !ends ? 1 : 0)
    }
  })

  test.each([plainFixture, whatsappFixture])('$name gives the same keys and new ones', async ({ content, path }) => {
    const old = await readAll(content, path)
    const more = path.startsWith('WhatsApp') ? '3/14/26, 9:43\u202fPM - Bo: bye\n' : '\n> More?\n\nNo.\n'
    const grown = await readAll(content + more, path)
    expect(grown.keys.slice(0, old.keys.length)).toEqual(old.keys)
    expect(grown.keys.length).toBeGreaterThan(old.keys.length)
  })

  test('a later export under another name gives the same keys and new ones', async () => {
    const january = await readAll(JSON.stringify([chatgptConversation]), 'export_jan.json')
    const more = { ...chatgptConversation, conversation_id: 'conv-9', title: 'New' }
    const february = await readAll(JSON.stringify([more, chatgptConversation]), 'export_feb.json')
    expect(february.keys).toEqual(expect.arrayContaining(january.keys))
    expect(february.keys).toHaveLength(january.keys.length * 2)
  })
})

import { createHash } from 'node:crypto'
import { test } from '@loci/testing'
import * as fc from 'fast-check'
import { describe, expect } from 'vitest'
import { unique } from './palace.fixture.ts'

const storable = fc
  .string({ unit: 'binary', maxLength: 400 })
  .filter((text) => text.trim() !== '' && !text.includes('\0') && text.isWellFormed())

describe('content', () => {
  test('comes back byte for byte, whatever it is, with its hash', async ({ call }) => {
    const place = { wing: unique('wing'), room: 'room' }
    await fc.assert(
      fc.asyncProperty(storable, async (content) => {
        const { id } = await call('drawer.create', { ...place, content })
        const drawer = await call('drawer.get', { id })
        expect(drawer.content).toBe(content)
        expect(drawer.bytes).toBe(Buffer.byteLength(content))
        expect(drawer.content_hash).toBe(createHash('sha256').update(content, 'utf8').digest('hex'))
      }),
      { numRuns: 60 },
    )
  })

  test.for([
    ['line ends', 'a\r\nb\rc\n\n'],
    ['a byte-order mark', '\ufeffa'],
    ['white space at its ends', ' \t a \n'],
    ['decomposed accents', 'cafe\u0301'],
    ['composed accents', 'caf\u00e9'],
    ['scripts of the world', '★ Đ Привет 日本 עברית العربية 🧠👩‍👩‍👧'],
    ['backslashes and quotes', String.raw`\x00 \u0041 '"$$ ${1} {"a":"\\"}`],
    ['control characters', '\u0001\u0008\u001f\u007f\u0085x'],
    ['non-characters', '\uffff\ufffe\u{10ffff}x'],
    ['one character', '.'],
  ])('keeps %s', async ([, content], { call }) => {
    const place = { wing: unique('wing'), room: 'room' }
    const { id } = await call('drawer.create', { ...place, name: 'd', content: 'before' })
    await call('drawer.update', { ...place, drawer: 'd', content })
    expect((await call('drawer.get', { id })).content).toBe(content)
    expect((await call('drawer.show', { ...place, drawer: 'd' })).content).toBe(content)
  })

  test('of 1 MiB to the byte is kept', async ({ call }) => {
    const content = 'é'.repeat(512 * 1024)
    const { id } = await call('drawer.create', { wing: unique('wing'), room: 'room', content })
    expect((await call('drawer.get', { id })).content === content).toBe(true)
  })

  test.for([
    ['U+0000', 'a\0b'],
    ['half of a pair', 'a\ud83e'],
    ['the other half', '\udde0b'],
  ])('with %s is refused', async ([, content], { call }) => {
    const place = { wing: unique('wing'), room: 'room' }
    const refusal = { code: 'input.invalid', message: expect.stringContaining('content') as unknown }
    await expect(call('drawer.create', { ...place, content: content ?? '' })).rejects.toMatchObject(refusal)
    await call('drawer.create', { ...place, name: 'd', content: 'good' })
    await expect(call('drawer.update', { ...place, drawer: 'd', content: content ?? '' })).rejects.toMatchObject(
      refusal,
    )
  })
})

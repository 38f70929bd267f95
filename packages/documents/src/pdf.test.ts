import { describe, expect, test } from 'vitest'
import { linesOf, pdf } from './fixtures/pdf-fixture.ts'
import { extractText } from './index.ts'

const limits = { maxBytes: 1_000_000 }
const page = (number: number, text: string) => ({ label: 'page', number, text })

describe('PDF', () => {
  test('it is read page by page and line by line, with its title', async () => {
    const bytes = pdf([linesOf('First (1)', 'caf\xe9'), '', linesOf('Third')], { title: 'Report', packing: 'flate' })
    const parts = [page(1, 'First (1)\ncafé'), page(3, 'Third')]
    expect(await extractText(bytes, limits)).toEqual({ format: 'pdf', title: 'Report', parts })
  })

  test('a wider gap is a blank line', async () => {
    const content = 'BT /F1 12 Tf 72 720 Td (one) Tj 0 -14 Td (two) Tj 0 -40 Td (three) Tj ET'
    expect(await extractText(pdf([content]), limits)).toEqual({ format: 'pdf', parts: [page(1, 'one\ntwo\n\nthree')] })
  })

  test('one that asks for a password is encrypted, one that only restricts is read', async () => {
    const contents = [linesOf('Secret')]
    expect(await extractText(pdf(contents, { password: 'open sesame' }), limits)).toEqual({ reason: 'encrypted' })
    const restricted = pdf(contents, { password: '', title: 'Mine', packing: 'flate' })
    expect(await extractText(restricted, limits)).toEqual({ format: 'pdf', title: 'Mine', parts: [page(1, 'Secret')] })
  })

  test('one without text is empty, as a scan is', async () => {
    expect(await extractText(pdf(['0 0 100 100 re f', '']), limits)).toEqual({ reason: 'empty' })
  })

  test('text over the limit is too large', async () => {
    const bytes = pdf([linesOf('0123456789'), linesOf('0123456789')])
    expect(await extractText(bytes, { maxBytes: 22 })).toMatchObject({ format: 'pdf' })
    expect(await extractText(bytes, { maxBytes: 21 })).toEqual({ reason: 'too_large' })
    const many = pdf(Array.from({ length: 40 }, () => linesOf(...Array<string>(40).fill('x'.repeat(60)))))
    expect(await extractText(many, { maxBytes: 10_000 })).toEqual({ reason: 'too_large' })
  })

  test('a bomb is too large, packed once or behind encryption, and the next document is read', async () => {
    const bomb = Buffer.alloc(20_000_000, ' ')
    for (const options of [{ packing: 'flate' }, { packing: 'flate', password: '' }] as const) {
      const bytes = pdf([bomb], options)
      expect(bytes.length).toBeLessThan(30_000)
      expect(await extractText(bytes, { ...limits, maxExpandedBytes: 4_000_000 })).toEqual({ reason: 'too_large' })
    }
    expect(await extractText(pdf([linesOf('fine')]), limits)).toMatchObject({ parts: [page(1, 'fine')] })
  })

  test('cut anywhere it is broken, empty or what is left of it, and the bytes given stay as they are', async () => {
    const bytes = pdf([linesOf('One'), linesOf('Two')], { packing: 'flate' })
    const pooled = Buffer.from(bytes)
    const outcomes = new Set<string>()
    for (let length = 0; length < bytes.length; length += 37) {
      const result = await extractText(bytes.subarray(0, length), limits)
      for (const outcome of 'parts' in result ? result.parts.map(({ text }) => text) : [result.reason]) {
        outcomes.add(outcome)
      }
    }
    expect([...outcomes].filter((outcome) => !/^(One|Two|broken|empty|unsupported)$/.test(outcome))).toEqual([])
    await extractText(pooled, limits)
    expect(pooled.equals(bytes)).toBe(true)
  })

  test('a mark with nothing behind it is broken', async () => {
    expect(await extractText(Buffer.from('%PDF-1.7\n'), limits)).toEqual({ reason: 'broken' })
  })

  test('several are read at once', async () => {
    const read = async (text: string) => extractText(pdf([linesOf(text)]), limits)
    const results = await Promise.all(['a', 'b', 'c'].map(read))
    expect(results).toEqual(['a', 'b', 'c'].map((text) => ({ format: 'pdf', parts: [page(1, text)] })))
  })

  test('it leaves no trace in the thread that asks', async () => {
    const before = Object.getOwnPropertyNames(globalThis)
    await extractText(pdf([linesOf('text')]), limits)
    expect(Object.getOwnPropertyNames(globalThis)).toEqual(before)
  })
})

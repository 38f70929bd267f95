import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitPassages } from './split-passages.ts'

const contents = (text: string): string[] => splitPassages(text).map(({ start, end }) => text.slice(start, end))
const words = (count: number): string => Array.from({ length: count }, (_, index) => `word${index % 7}`).join(' ')

const pieces = fc.constantFrom(
  'a',
  'word ',
  '. ',
  '\n',
  '\n\n',
  '\r\n',
  '# Head\n',
  '```\n',
  '- item\n',
  'Ann: hi\n',
  '東京。',
  'ไทย',
  '👩‍👩‍👧',
  'e\u0301',
  '\u0301',
  '\ud800',
  '\udc00',
  '\u00a0',
  '\u3000',
  '🇩🇪',
  '각',
  '!',
  `${words(90)}. `,
  'x'.repeat(900),
  '  ',
)
const texts = fc.oneof(
  fc.array(pieces, { maxLength: 60 }).map((list) => list.join('')),
  fc.string({ unit: 'grapheme', maxLength: 400 }),
  fc.array(pieces, { maxLength: 20 }).map((list) => list.join('').repeat(6)),
)

describe('every text', () => {
  test('is covered once, in order, in bounded spans with clean edges', () => {
    fc.assert(
      fc.property(texts, (text) => {
        let last = 0
        let between = ''
        for (const [index, passage] of splitPassages(text).entries()) {
          const { ordinal, start, end } = passage
          const content = text.slice(start, end)
          expect(ordinal).toBe(index)
          expect(start).toBeGreaterThanOrEqual(last)
          expect(content).toBe(content.trim())
          expect(content.length).toBeGreaterThan(0)
          expect(content.length).toBeLessThanOrEqual(2_400)
          between += text.slice(last, start)
          last = end
        }
        expect((between + text.slice(last)).trim()).toBe('')
      }),
    )
  })

  test('has the same offsets in code points', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const points = Array.from(text)
        for (const { start, end, char_start, char_length } of splitPassages(text)) {
          expect(points.slice(char_start, char_start + char_length).join('')).toBe(text.slice(start, end))
        }
      }),
    )
  })

  test('is never cut inside a grapheme', () => {
    const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })
    fc.assert(
      fc.property(texts, (text) => {
        const borders = new Set([text.length])
        for (const { index, segment } of graphemes.segment(text)) {
          borders.add(index)
          // white space with a mark on it counts as white space
          if (/^\s/.test(segment)) borders.add(index + 1)
        }
        for (const { start, end } of splitPassages(text)) {
          expect([borders.has(start), borders.has(end)]).toEqual([true, true])
        }
      }),
      { numRuns: 60 },
    )
  })
})

describe('natural borders', () => {
  test('a blank text has no passages', () => {
    expect(splitPassages('')).toEqual([])
    expect(splitPassages(' \n\t\u3000\n')).toEqual([])
  })

  test('a short text is one passage without its blank edges', () => {
    expect(splitPassages('\n  Keep this.\nAnd this. 👍 \n')).toEqual([
      { ordinal: 0, start: 3, end: 26, char_start: 3, char_length: 22 },
    ])
  })

  test('a heading opens a passage', () => {
    const found = contents(`# One\n\n${words(100)}\n\n# Two\n\n${words(100)}`)
    expect(found).toHaveLength(2)
    expect(found[1]).toMatch(/^# Two\n\nword0/)
  })

  test('turns are not cut in two', () => {
    const turns = Array.from({ length: 40 }, (_, index) => `${index % 2 ? 'Ann' : 'Ben'}: ${words(30)}`)
    const found = contents(turns.join('\n'))
    expect(found.length).toBeGreaterThan(4)
    for (const content of found) expect(content).toMatch(/^(?:Ann|Ben): (?:.|\n)*word1$/)
  })

  test('fenced code stays whole', () => {
    const code = `\`\`\`ts\n${Array.from({ length: 30 }, () => 'const a = b + c\n\n# no heading').join('\n')}\n\`\`\``
    expect(contents(`${words(150)}\n\n${code}\n\n${words(150)}`)).toContain(code)
  })

  test('a long paragraph is cut between sentences', () => {
    const found = contents(Array.from({ length: 60 }, () => `${words(20)}.`).join(' '))
    expect(found.length).toBeGreaterThanOrEqual(5)
    for (const content of found) expect(content.endsWith('.')).toBe(true)
  })

  test('passages of prose have about 200 words', () => {
    const found = contents(Array.from({ length: 100 }, () => `${words(57)}.`).join('\n\n'))
    for (const content of found.slice(0, -1)) {
      const count = content.split(/\s+/).length
      expect(count).toBeGreaterThanOrEqual(120)
      expect(count).toBeLessThanOrEqual(260)
    }
  })

  test('Chinese is cut at its own full stops', () => {
    const found = contents('我们昨天在北京大学见到了他。'.repeat(200))
    expect(found.length).toBeGreaterThan(5)
    for (const content of found) expect(content.endsWith('。')).toBe(true)
  })
})

describe('hostile input', () => {
  // what took quadratic time would need minutes
  const size = 1 << 18
  test.each([
    ['one line', 'x'.repeat(size)],
    ['newlines', '\n'.repeat(size)],
    ['headings in one line', '# '.repeat(size / 2)],
    ['headings', '# \n'.repeat(size / 3)],
    ['fences', '```\n'.repeat(size / 4)],
    ['marks', `a${'\u0301'.repeat(size)}`],
    ['spaces', `a${' '.repeat(size)}b`],
    ['emoji', '👩‍👩‍👧'.repeat(size / 8)],
    ['half pairs', '\ud800'.repeat(size)],
    ['colons', 'a: '.repeat(size / 3)],
  ])('256 KB of %s takes linear time', { timeout: 20_000 }, (_, text) => {
    const begun = performance.now()
    const lengths = splitPassages(text).map(({ start, end }) => end - start)
    expect(lengths.every((length) => length <= 2_400)).toBe(true)
    expect(performance.now() - begun).toBeLessThan(10_000)
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { analyse, detectLanguage } from './analyse.ts'

const terms = (text: string): string[] => analyse(text).map(({ term }) => term)
const byKind = (text: string, kind: string): string[] =>
  analyse(text)
    .filter((token) => token.kind === kind)
    .map(({ term }) => term)

describe('words', () => {
  test('English words lose case, accents and endings; stop words are told apart', () => {
    expect(byKind('The cats were running to Zoë’s café.', 'word')).toEqual(['cat', 'run', 'zoe', 'cafe'])
    expect(byKind('The cats were running', 'stop')).toEqual(['the', 'were'])
  })

  test('offsets are those of the given text', () => {
    const text = '👍 Straße, e\u0301tat'
    const [thumb, street, state] = analyse(text)
    expect(text.slice(thumb?.start, thumb?.end)).toBe('👍')
    expect(text.slice(street?.start, street?.end)).toBe('Straße')
    expect(text.slice(state?.start, state?.end)).toBe('e\u0301tat')
  })

  test('composed, decomposed and full-width spellings are one', () => {
    expect(terms('Jānis')).toEqual(terms('Ja\u0304nis'))
    expect(terms('ＡＢＣ １２３')).toEqual(['abc', '123'])
    expect(terms('ﬁle')).toEqual(terms('file'))
  })

  test.each([
    ['de', 'Die Häuser sind nicht verkauft worden', 'haus~de'],
    ['fr', 'Les chevaux sont dans les prés avec nous', 'cheval~fr'],
    ['es', 'Los gatos no están en la casa', 'gat~es'],
    ['pt', 'Os gatos não estão em uma casa', 'gat~pt'],
    ['it', 'I gatti non sono nella casa', 'gatt~it'],
    ['nl', 'De katten zijn niet in het huis', 'kat~nl'],
    ['sv', 'Katterna är inte i huset som vi har', 'katt~sv'],
    ['en', 'The cats are in the house', 'cat'],
  ] as const)('%s is told by its stop words', (language, text, term) => {
    expect(detectLanguage(text)).toBe(language)
    expect(terms(text)).toContain(term)
  })

  test('a language given by the caller wins', () => {
    expect(analyse('Häuser', { language: 'de' }).map(({ term }) => term)).toEqual(['haus~de'])
  })

  test('contractions lose their tail, elisions are two words', () => {
    expect(terms("I'll don't John's")).toEqual(['i', 'dont', 'john'])
    expect(terms('l’école d’été est à nous avec vous')).toContain('ecol~fr')
    expect(terms("O'Brien")).toEqual(['obrien', 'o', 'brien'])
  })
})

describe('scripts', () => {
  test('CJK is cut into pairs, and characters for queries of one', () => {
    expect(byKind('東京大学', 'word')).toEqual(['東京', '京大', '大学'])
    expect(byKind('東京大学', 'alias')).toEqual(['東', '京', '大', '学'])
    expect(byKind('한국어', 'word')).toEqual(['한국', '국어'])
    expect(byKind('猫', 'word')).toEqual(['猫'])
    expect(terms('ｶﾞｷﾞ')).toEqual(terms('ガギ'))
    expect(byKind('𠮷野家', 'word')).toEqual(['𠮷野', '野家'])
  })

  test('Thai is cut by dictionary', () => {
    expect(terms('สวัสดีชาวโลก').length).toBeGreaterThan(1)
  })

  test('Russian and Arabic are stemmed, Hindi keeps its vowel signs', () => {
    expect(terms('коты')).toEqual(terms('кот'))
    expect(terms('ёлка')).toEqual(terms('елка'))
    expect(terms('المدرسة')).toEqual(['مدرس'])
    expect(terms('किताबें')).toEqual(['किताबें'])
  })
})

describe('identifiers', () => {
  test.each([
    ['getUserName', ['getusernam', 'get', 'user', 'name']],
    ['HTTPServer', ['httpserver', 'http', 'server']],
    ['snake_case', ['snake_case', 'snake', 'case']],
    ['__init__', ['init']],
    ['well-known', ['well-known', 'well', 'known']],
    ['1.2.3', ['1.2.3', '1', '2', '3']],
    ['E1234', ['e1234', 'e', '1234']],
    ['ERR_FOO', ['err_foo', 'err', 'foo']],
    ['src/user-name.ts', ['src/user-name.ts', 'src', 'user-name.ts', 'user-name', 'user', 'name', 'ts']],
    ['C:\\Temp\\a.txt', ['c:/temp/a.txt', 'c', 'temp', 'a.txt', 'a', 'txt']],
    ['me@example.com', ['me@example.com', 'me', 'example.com', 'exampl', 'com']],
    ['https://example.com/a', ['https://example.com/a', 'https', 'example.com', 'exampl', 'com', 'a']],
    ['std::vector', ['std::vector', 'std', 'vector']],
    ['C++ C#', ['c++', 'c', 'c#', 'c']],
    ['1,000,000', ['1000000']],
    ['12:30', ['12:30', '12', '30']],
  ])('%s', (text, expected) => {
    expect(terms(text)).toEqual(expected)
  })

  test('a UUID stays whole and its groups are not cut', () => {
    const found = terms('550e8400-e29b-41d4-a716-446655440000')
    expect(found.slice(0, 2)).toEqual(['550e8400-e29b-41d4-a716-446655440000', '550e8400'])
  })

  test('parts of a hyphenated word stand one after the other, those of a camel word together', () => {
    expect(analyse('user-name x').map(({ position }) => position)).toEqual([0, 0, 1, 2])
    expect(analyse('userName x').map(({ position }) => position)).toEqual([0, 0, 0, 1])
  })
})

describe('anything', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc
      .array(
        fc.constantFrom(
          'a',
          'B',
          '1',
          '_',
          '.',
          '/',
          '-',
          "'",
          ':',
          '\u0000',
          '\ud800',
          '\udc00',
          'é',
          '東',
          'ก',
          '😀',
          ' ',
        ),
      )
      .map((units) => units.join('')),
  )

  test('gives clean terms in order with true spans', () => {
    fc.assert(
      fc.property(texts, (text) => {
        let last = 0
        for (const { term, position, start, end } of analyse(text)) {
          expect(position).toBeGreaterThanOrEqual(last)
          last = position
          expect(term.length).toBeGreaterThan(0)
          expect(term.length).toBeLessThanOrEqual(64)
          expect(term).not.toMatch(/[\s\0]|\p{Surrogate}/u)
          expect(start).toBeGreaterThanOrEqual(0)
          expect(end).toBeGreaterThan(start)
          expect(end).toBeLessThanOrEqual(text.length)
        }
      }),
      { numRuns: 400 },
    )
  })

  // what took quadratic time would need minutes
  const size = 1 << 18
  test.each([
    ['letters', 'a'.repeat(size)],
    ['dots', 'a.'.repeat(size / 2)],
    ['underscores', `a${'_'.repeat(size)}`],
    ['apostrophes', "aB'".repeat(size / 3)],
    ['humps', 'aB'.repeat(size / 2)],
    ['emoji', '😀'.repeat(size / 2)],
    ['half pairs', '\ud800'.repeat(size)],
    ['marks', `a${'\u0301'.repeat(size)}`],
    ['phrases in one letter', '\ufdfa'.repeat(size)],
    ['Thai', 'กขคงจฉชซ'.repeat(size / 8)],
    ['Han', '的一是不'.repeat(size / 4)],
    ['commas', '1,'.repeat(size / 2)],
  ])('256 KB of %s takes linear time and space', { timeout: 20_000 }, (_, text) => {
    const begun = performance.now()
    expect(analyse(text).length).toBeLessThanOrEqual(2 * text.length)
    expect(performance.now() - begun).toBeLessThan(10_000)
  })

  test('a base64 blob gives few terms', () => {
    const blob = Buffer.from(Array.from({ length: 90_000 }, (_, index) => (index * 7919 + (index >> 3) * 31) & 255))
    expect(analyse(blob.toString('base64')).length).toBeLessThan(12_000)
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { analyse } from './analyse.ts'
import { analyseQuery } from './analyse-query.ts'
import { latinLanguages } from './languages.ts'
import { containsPhrase } from './phrases.ts'

const plain = (text: string): string[] =>
  analyseQuery(text)
    .terms.map(({ term }) => term)
    .filter((term) => !term.includes('~'))

const matches = (query: string, document: string): boolean => {
  const held = new Set(analyse(document).map(({ term }) => term))
  return analyseQuery(query).terms.some(({ term }) => held.has(term))
}

describe('terms of a query', () => {
  test('stop words are left out, unless there is nothing else', () => {
    expect(plain('What did the cats want?')).toEqual(['cat', 'want'])
    expect(plain('to be or not to be')).toEqual(['to', 'be', 'or', 'not'])
    expect(matches('to be or not to be', 'That is not to be done.')).toBe(true)
  })

  test('a word is found under any language its document was taken for', () => {
    const words = ['running', 'chevaux', 'Häuser', 'informação', 'ciudades', 'ragazzi', 'huizen', 'flickorna', 'care']
    for (const word of words) {
      const asked = new Set(analyseQuery(word).terms.map(({ term }) => term))
      for (const language of latinLanguages) {
        const [token] = analyse(word, { language })
        expect([word, language, asked.has(token?.term ?? '')]).toEqual([word, language, true])
      }
    }
  })

  test('a query of one word finds the inflections of each language', () => {
    expect(matches('cheval', 'Les chevaux sont dans les prés avec nous')).toBe(true)
    expect(matches('Haus', 'Die Häuser sind nicht verkauft worden')).toBe(true)
    expect(matches('runs', 'She was running in the park')).toBe(true)
  })

  test('irregular forms find each other, and count less than the word itself', () => {
    expect(matches('When did she write it?', 'She wrote a long letter.')).toBe(true)
    expect(matches('Who has chosen the colour?', 'I am choosing it today.')).toBe(true)
    expect(matches('child', 'two children')).toBe(true)
    const weight = Object.fromEntries(analyseQuery('wrote').terms.map((term) => [term.term, term.weight]))
    expect(weight).toMatchObject({ wrote: 1, write: 0.5, written: 0.5 })
    expect(analyseQuery('wrote').words).toBe(1)
  })

  test('stems of two languages do not meet', () => {
    expect(matches('care', 'I bought a car')).toBe(false)
  })

  test('accents can be left out, and umlauts spelt', () => {
    expect(matches('informacao', 'Não há mais informação para você')).toBe(true)
    expect(matches('Zoe cafe', 'Zoë was at the café')).toBe(true)
    expect(matches('Mueller', 'Herr Müller ist nicht da und das ist gut')).toBe(true)
    expect(matches('Müller', 'Mr Mueller is here')).toBe(true)
  })

  test('identifiers are found whole and by their parts', () => {
    expect(matches('user name', 'const x = getUserName()')).toBe(true)
    expect(matches('getUserName', 'the name of the user')).toBe(true)
    expect(matches('user-name.ts', 'see src/store/user-name.ts')).toBe(true)
    expect(matches('iphone', 'two iPhones')).toBe(true)
  })

  test('CJK words are found inside longer ones, single characters too', () => {
    expect(matches('大学', '北京大学很大')).toBe(true)
    expect(matches('猫', '小猫在睡觉')).toBe(true)
    expect(matches('학교', '학교에서 만나요')).toBe(true)
    expect(plain('北京大学')).toEqual(['北京', '京大', '大学'])
  })

  test('each term is there once, and words are counted', () => {
    const { terms, words } = analyseQuery('cat cat cats')
    expect(new Set(terms.map(({ term }) => term)).size).toBe(terms.length)
    expect(words).toBeGreaterThanOrEqual(1)
    expect(terms.every(({ word }) => word < words)).toBe(true)
  })
})

describe('phrases', () => {
  const holds = (query: string, document: string): boolean =>
    analyseQuery(query).phrases.every((phrase) => containsPhrase(analyse(document), phrase))

  test('quoted words stand together', () => {
    expect(analyseQuery('"red car" blue').phrases).toHaveLength(1)
    expect(holds('"the red cars"', 'I saw the red car.')).toBe(true)
    expect(holds('"red car"', 'The car is red.')).toBe(false)
    expect(holds('«les chevaux»', 'Les chevaux sont dans les prés avec nous')).toBe(true)
    expect(holds('「東京大学」', '彼は東京大学にいる')).toBe(true)
    expect(holds('"user name"', 'the user-name field')).toBe(true)
  })

  test('a lone quotation mark is data', () => {
    expect(analyseQuery('5" pipe').phrases).toEqual([])
  })
})

describe('long queries', () => {
  const filler = 'You are a careful helper. Follow every rule of this long list without exception. '.repeat(30)

  test('an instruction before the question does not change its terms', () => {
    const bare = analyseQuery('What port does staging use?')
    expect(analyseQuery(`${filler}\n\nWhat port does staging use?`)).toEqual(bare)
    expect(analyseQuery(`What port does staging use?\n\n${filler}`)).toEqual(bare)
  })

  test('a question that says little takes the sentence before it along', () => {
    expect(analyseQuery(`${filler} Staging has a port. What is it?`).focus).toBe('Staging has a port.\nWhat is it?')
  })

  test('without a question both ends are kept', () => {
    const { focus } = analyseQuery(`Find notes on Lisbon.\n${filler}\nThanks a lot`)
    expect(focus).toBe('Find notes on Lisbon.\nThanks a lot')
  })

  test('a short query is taken as it is', () => {
    expect(analyseQuery('  staging port ').focus).toBe('  staging port ')
  })
})

describe('anything', () => {
  test('is a query', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (text) => {
        const { terms, words } = analyseQuery(text)
        expect(terms.length).toBeLessThanOrEqual(20 * words)
        for (const { term, weight } of terms) {
          expect(term).not.toMatch(/[\s\0]|\p{Surrogate}/u)
          expect(weight).toBeGreaterThan(0)
        }
      }),
    )
    for (const text of ['', '"', '((((', 'a & | ! <-> b', "'; drop", '<|endoftext|>', '*', '%_', '\\', ':*']) {
      expect(() => analyseQuery(text)).not.toThrow()
    }
  })

  test.each([['x'], ['a '], ['a? '], ['"'], ['"a" '], ['? '], [' '], ['東'], ['\n'], ['😀']])(
    'a megabyte of %j is bounded',
    (unit) => {
      const begun = performance.now()
      const { terms, words } = analyseQuery(unit.repeat((1 << 20) / unit.length))
      expect(performance.now() - begun).toBeLessThan(4_000)
      expect(words).toBeLessThan(700)
      expect(terms.length).toBeLessThan(5_000)
    },
  )
})

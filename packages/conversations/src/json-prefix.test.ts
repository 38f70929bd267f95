import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parsePrefix } from './json-prefix.ts'

test.each([
  ['{"a":1,"b":"x', { a: 1 }],
  ['{"a":[{"b":"\\"}]",', { a: [{ b: '"}]' }] }],
  ['[{"a":{"b":2},"c"', [{ a: { b: 2 } }]],
  ['[{"a":1},{"b" 2},{"c":3}', [{ a: 1 }]],
  ['[', []],
  ['hello, {', undefined],
  ['', undefined],
])('%j is %j', (text, value) => {
  expect(parsePrefix(text)).toEqual(value)
})

test('takes a text apart wherever it is cut', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), fc.nat(), (value, cut) => {
      const text = JSON.stringify([value])
      expect(Array.isArray(parsePrefix(text.slice(0, 1 + (cut % text.length))))).toBe(true)
    }),
  )
})

test('a text that is long or deep is no trouble', () => {
  expect(parsePrefix(`{"a":"${'x\\n'.repeat(200_000)}`)).toEqual({})
  expect(() => parsePrefix('['.repeat(200_000))).not.toThrow()
})

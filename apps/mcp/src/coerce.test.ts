import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { coerce } from './coerce.ts'
import { toJsonSchema } from './json-schema.ts'

const schema = z.strictObject({
  query: z.string(),
  count: z.int(),
  limit: z.int().min(1).default(5),
  ratio: z.number().optional(),
  brief: z.boolean().default(false),
  wing: z.string().min(1).optional(),
  name: z.string().nullable().optional(),
  tags: z.array(z.string()).default([]),
  items: z.array(z.strictObject({ room: z.string(), position: z.int().optional() })).optional(),
  diary: z.strictObject({ entry: z.string(), topic: z.string().optional() }).optional(),
})
const read = (input: Record<string, unknown>) => coerce(input, toJsonSchema(schema, 'input'))
const readable = (input: Record<string, unknown>) =>
  schema.partial({ query: true, count: true }).safeParse(read(input)).success

describe('numbers', () => {
  test.each([5, '5', 5.0, '5.0', '5.00', '+5'])('%j is 5', (limit) => expect(read({ limit })).toEqual({ limit: 5 }))
  test.each([null, true, [5], '1e3', '0x5', '5.5', ' 5', '5 ', '٥', 'abc', 'NaN', '9007199254740993', '-1', 0])(
    '%j is refused',
    (limit) => expect(readable({ limit })).toBe(false),
  )
  test.each(['', ' ', 'x'])('%j for a required one is refused', (count) => expect(readable({ count })).toBe(false))
  test('decimals where the field takes them', () => expect(read({ ratio: '-0.5' })).toEqual({ ratio: -0.5 }))
})

test('booleans are exactly true or false', () => {
  expect(read({ brief: 'true' })).toEqual({ brief: true })
  expect(read({ brief: 'false' })).toEqual({ brief: false })
  for (const brief of ['yes', '1', 'True', 1, null]) expect(readable({ brief })).toBe(false)
})

test('text stays text, whatever it looks like', () => {
  const input = { query: '5', wing: 'true', name: '[1]' }
  expect(read(input)).toEqual(input)
})

test('blank is not given where the field may be left out, and stays where it must not', () => {
  expect(read({ query: '', wing: '', limit: '', brief: ' ', name: '' })).toEqual({ query: '' })
  expect(read({ diary: { entry: '', topic: '' } })).toEqual({ diary: { entry: '' } })
})

test('a list or an object in a string is read, at any depth, and nothing else is', () => {
  expect(read({ tags: '["a","5"]' })).toEqual({ tags: ['a', '5'] })
  expect(read({ items: '[{"room":"5","position":"2"}]' })).toEqual({ items: [{ room: '5', position: 2 }] })
  expect(read({ diary: '{"entry":"x"}' })).toEqual({ diary: { entry: 'x' } })
  for (const tags of ['a,b', '["a"', '{"a":1}', '5', 'null']) expect(readable({ tags })).toBe(false)
})

test('unknown fields are left for validation, inherited names among them', () => {
  const input = JSON.parse('{"foo":"","bar":"5","__proto__":"5","constructor":"5"}') as Record<string, unknown>
  expect(Object.keys(read(input) as object)).toEqual(['bar', '__proto__', 'constructor'])
})

import { describe, expect, test } from 'vitest'
import { decodeCursor, encodeCursor } from './paging.ts'

const id = '0192a0b0-1c2d-7e3f-8a4b-5c6d7e8f9a0b'
const refused = expect.objectContaining({ code: 'input.invalid' }) as unknown
const forge = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('a cursor', () => {
  test('gives back the position it was made of', () => {
    const position = { id, name: 'naïve "name" 🧠/日本' }
    expect(decodeCursor('drawers', encodeCursor('drawers', position), ['id', 'name'])).toEqual(position)
    expect(decodeCursor('drawers', encodeCursor('drawers', { id, name: null }), ['id', 'name'])).toEqual({
      id,
      name: null,
    })
    expect(decodeCursor('drawers', undefined, ['id'])).toBeUndefined()
  })

  test('gives no more than it is asked for', () => {
    const cursor = encodeCursor('drawers', { id, name: 'x' })
    expect(decodeCursor('drawers', cursor, ['id'])).toEqual({ id })
  })

  test('is of one listing, and its length does not grow with the filters', () => {
    const cursor = encodeCursor('wings', { name: 'x' })
    expect(() => decodeCursor('rooms', cursor, ['name'])).toThrow(refused)
    expect(encodeCursor('x'.repeat(10_000), { name: 'x' })).toHaveLength(cursor.length)
  })

  test.for([
    ['an id that is none', { id: 'x' }],
    ['an id in braces', { id: `{${id}}` }],
    ['no id', { id: null }],
    ['a missing key', {}],
    ['a number', { id: 7 }],
    ['a list', { id: [id] }],
  ] as const)('with %s is refused', ([, position]) => {
    const [listing] = JSON.parse(Buffer.from(encodeCursor('l', {}), 'base64url').toString()) as [string]
    expect(decodeCursor('l', forge([listing, { id }]), ['id'])).toEqual({ id })
    expect(() => decodeCursor('l', forge([listing, position]), ['id'])).toThrow(refused)
  })

  test('with text that no database holds is refused', () => {
    for (const name of ['a\0b', '\ud800'])
      expect(() => decodeCursor('l', encodeCursor('l', { name }), ['name'])).toThrow(refused)
  })

  test.for(['', ' ', '!', 'AAAA', forge(null), forge([]), forge({}), forge('l'), forge(['l'])])(
    '%j is none',
    (cursor) => {
      expect(() => decodeCursor('l', cursor, ['id'])).toThrow(refused)
    },
  )
})

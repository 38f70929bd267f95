import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { errorCodes, isPalaceError, PalaceError, toPalaceError } from './errors.ts'
import { parseInput } from './parse.ts'

const schema = z.strictObject({ name: z.string(), tags: z.array(z.string()).default([]), limit: z.int().optional() })

describe('an input', () => {
  test('is what its schema gives, defaults filled in', () => {
    expect(parseInput(schema, { name: 'a' })).toEqual({ name: 'a', tags: [] })
  })

  test.each([
    ['an unknown field', { name: 'a', foo: 1 }, 'foo'],
    ['a wrong type', { name: 1 }, 'name'],
    ['a missing field', {}, 'name'],
    ['a number that is not whole', { name: 'a', limit: 1.5 }, 'limit'],
    ['U+0000', { name: 'a\0b' }, 'name'],
    ['half of a surrogate pair', { name: '\ud800' }, 'name'],
    ['U+0000 inside a list', { name: 'a', tags: ['b', '\0'] }, 'tags.1'],
    ['no object', null, 'input'],
  ])('with %s is refused, and the field named', (_, input, field) => {
    expect(() => parseInput(schema, input)).toThrow(
      expect.objectContaining({ code: 'input.invalid', message: expect.stringContaining(`${field}: `) as string }),
    )
  })
})

describe('an error', () => {
  test('of ours leaves with its words, any other without its insides', () => {
    expect(toPalaceError(new PalaceError('wing.not_found', 'no wing x')).toBody()).toEqual({
      code: 'wing.not_found',
      message: 'no wing x',
      help: errorCodes['wing.not_found'].help,
    })
    const body = toPalaceError(new Error('relation "drawers" at /srv/loci')).toBody()
    expect(body.code).toBe('internal')
    expect(JSON.stringify(body)).not.toMatch(/drawers|srv/)
  })

  test('is known across copies of the module', () => {
    const copy = Object.assign(new Error('x'), { name: 'PalaceError', code: 'palace.busy' })
    expect(isPalaceError(copy)).toBe(true)
    expect(isPalaceError(Object.assign(new Error('x'), { name: 'PalaceError', code: 'nope' }))).toBe(false)
  })

  test.each(Object.entries(errorCodes))('%s says what to do', (_, { help, status, exit }) => {
    expect(help).toMatch(/^[A-Z].*\.$/)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(exit).toBeGreaterThan(0)
  })
})

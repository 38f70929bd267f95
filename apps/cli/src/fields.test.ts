import { argumentsOf, operation, type Operation, operations } from '@loci/contract'
import * as z from 'zod'
import { describe, expect, test } from 'vitest'
import { fieldsOf, takesWords } from './fields.ts'
import { flagsOf, inputOf } from './flags.ts'

const flagNames = (op: Operation) => Object.keys(flagsOf(fieldsOf(op)))

describe('the flags of an operation', () => {
  test('reach every field of every command', () => {
    for (const [name, op] of Object.entries<Operation>(operations).filter(([, { command }]) => command)) {
      const reached = new Set([
        ...fieldsOf(op).map(({ path }) => path[0]),
        ...(op.command?.address ?? []),
        ...argumentsOf(op),
      ])
      const missing = Object.keys(op.input.shape).filter((field) => !reached.has(field))
      expect({ name, missing, flags: [...new Set(flagNames(op))] }).toEqual({ name, missing: [], flags: flagNames(op) })
    }
  })

  test('leave out what the address fills, and flatten what is nested', () => {
    expect(flagNames(operations['drawer.create'])).toEqual([
      'content',
      'tag',
      'source-uri',
      'source-kind',
      'source-document',
      'source-position',
      'source-author',
      'source-authored-at',
      'added-by',
    ])
  })

  test('can take away what may be null or empty', () => {
    const fields = fieldsOf(operations['drawer.update'])
    expect(Object.keys(flagsOf(fields))).toEqual(expect.arrayContaining(['no-name', 'no-tag']))
    expect(inputOf(fields, { 'no-name': true, 'no-tag': true })).toEqual({ name: null, tags: [] })
    expect(inputOf(fields, { name: 'a', tag: ['x', 'y'], 'no-name': false })).toEqual({ name: 'a', tags: ['x', 'y'] })
    expect(inputOf(fields, {})).toEqual({})
  })

  test('have the types of the contract', () => {
    const op = operation({
      summary: 'try',
      access: 'read',
      http: { method: 'get', path: '/' },
      input: z.strictObject({
        kind: z.enum(['a', 'b']).optional(),
        most: z.int().max(9).default(3).describe('at most so many'),
        deep: z.boolean().default(false),
        since: z.iso.datetime({ offset: true }).optional(),
      }),
      output: z.object({}),
      errors: [],
    })
    expect(flagsOf(fieldsOf(op))).toMatchObject({
      kind: { type: 'option', options: ['a', 'b'] },
      most: { type: 'option', description: 'at most so many (3 when not given)' },
      deep: { type: 'boolean', allowNo: true },
      since: { type: 'option' },
    })
    const date = inputOf(fieldsOf(op), { since: '2026-03-01' })
    expect(date).toEqual({ since: new Date(2026, 2, 1).toISOString() })
    expect(inputOf(fieldsOf(op), { since: '2026-02-31' })).toEqual({ since: '2026-02-31' })
  })

  test('a free text may be several words, an id may not', () => {
    expect(takesWords(operations['drawer.search'])).toBe(true)
    expect(takesWords(operations['job.show'])).toBe(false)
  })
})

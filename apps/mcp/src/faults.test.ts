import { PalaceError } from '@loci/contract'
import { expect, test } from 'vitest'
import { describeFault, toEnvelope } from './faults.ts'

test('a known error says all it knows, and is not logged', () => {
  const logged: unknown[] = []
  const error = new PalaceError('wing.not_found', 'no wing "x"', { details: { near: ['y'] } })
  expect(toEnvelope(error, (e) => logged.push(e), 'r1')).toEqual({
    error: {
      code: 'wing.not_found',
      message: 'no wing "x"',
      help: error.help,
      details: { near: ['y'] },
      request_id: 'r1',
    },
  })
  expect(logged).toEqual([])
})

test('an unknown one is told as internal and logged without values', () => {
  const cause = Object.assign(new Error('invalid input syntax for type uuid: "hush"'), {
    name: 'PostgresError',
    code: '22P02',
  })
  const error = Object.assign(new Error('Failed query: select $1 params: hush', { cause }), {
    query: 'select $1',
    params: ['hush'],
  })
  const logged: unknown[] = []
  const outside = JSON.stringify(toEnvelope(error, (e, id) => logged.push(id, describeFault(e)), 'r2'))
  expect(outside).toContain('"internal"')
  expect(outside).not.toMatch(/hush|select|22P02|\.ts/)
  expect(logged[0]).toBe('r2')
  expect(JSON.stringify(logged)).toContain('22P02')
  expect(JSON.stringify(logged)).toContain('select $1')
  expect(JSON.stringify(logged)).not.toContain('hush')
})

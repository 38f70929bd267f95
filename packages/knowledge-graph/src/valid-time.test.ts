import { describe, expect, test } from 'vitest'
import { formatBound, parseBound } from './valid-time.ts'

describe('a bound', () => {
  test.each([
    ['2024', '2024-01-01T00:00:00.000Z', '2024'],
    ['2024-05', '2024-05-01T00:00:00.000Z', '2024-05'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z', '2024-02-29'],
    ['2024-05-06T07:08:09Z', '2024-05-06T07:08:09.000Z', '2024-05-06T07:08:09.000Z'],
    ['2024-05-06T00:30:00+02:00', '2024-05-05T22:30:00.000Z', '2024-05-05T22:30:00.000Z'],
    [' 2024-05-06 ', '2024-05-06T00:00:00.000Z', '2024-05-06'],
  ])('%j is an instant, and keeps how much of it was said', (given, at, said) => {
    const bound = parseBound('valid_from', given)
    expect(bound.at.toISOString()).toBe(at)
    expect(formatBound(bound.at, bound.precision)).toBe(said)
  })

  test.each([
    'March 2026',
    'yesterday',
    '',
    '20240506',
    '2024-13',
    '2024-02-30',
    '2023-02-29',
    '2024-00-10',
    '0000',
    '24-05-06',
    '2024-05-06T07:08:09',
    '2024-05-06T25:00:00Z',
    '2024-02-30T10:00:00Z',
    '0001-01-01T00:00:00+02:00',
    "2024-05-06'; drop",
  ])('%j is refused, with its field', (given) => {
    expect(() => parseBound('valid_from', given)).toThrow(
      expect.objectContaining({ code: 'input.invalid', details: { field: 'valid_from' } }),
    )
  })
})

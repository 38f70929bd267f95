import { expect, test } from 'vitest'
import { backoffMilliseconds } from './backoff.ts'

test('each try waits twice as long as the one before, up to five minutes', () => {
  expect([1, 2, 3, 4, 9, 10, 100].map((attempt) => backoffMilliseconds(attempt, 0))).toEqual([
    1000, 2000, 4000, 8000, 256_000, 300_000, 300_000,
  ])
})

test('chance takes off up to a half', () => {
  expect(backoffMilliseconds(3, 0.5)).toBe(3000)
  expect(backoffMilliseconds(3, 1)).toBe(2000)
})

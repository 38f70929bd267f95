import { expect, test } from 'vitest'
import { baseName, contentHash, createCounter } from './keys.ts'

test('a counter counts names, and forgets those that are very long ago', () => {
  const count = createCounter()
  expect([count('a'), count('b'), count('a')]).toEqual([0, 0, 1])
  for (let at = 0; at < 199_999; at += 1) count(`${at}`)
  expect(count('a')).toBe(2)
  for (let at = 0; at < 400_001; at += 1) count(`later ${at}`)
  expect(count('a')).toBe(0)
})

test('a hash tells parts apart', () => {
  expect(contentHash('ab', 'c')).not.toBe(contentHash('a', 'bc'))
  expect(contentHash('a', undefined)).not.toBe(contentHash('a'))
})

test.each([
  ['a/b.c/chat.tar.txt', 'chat.tar'],
  [String.raw`C:\x\chat.json`, 'chat'],
  ['.hidden', '.hidden'],
])('%j is called %j', (path, name) => {
  expect(baseName(path)).toBe(name)
})

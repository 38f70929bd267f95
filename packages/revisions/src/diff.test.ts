import { describe, expect, test } from 'vitest'
import { diffTexts } from './diff.ts'

const numbered = (mark: string, bytes: number) => {
  const lines: string[] = []
  for (let size = 0, n = 0; size < bytes; n++) {
    lines.push(`${mark} line ${n} of a text`)
    size += lines[n]?.length ?? 1
  }
  return lines.join('\n')
}

describe('a diff', () => {
  test('by line shows what changed with three lines around', () => {
    const from = Array.from({ length: 20 }, (_, n) => `line ${n}`).join('\n')
    const { hunks } = diffTexts(from, from.replace('line 10', 'line ten'), 'line')
    expect(hunks).toEqual([
      {
        from_line: 8,
        to_line: 8,
        lines: [' line 7', ' line 8', ' line 9', '-line 10', '+line ten', ' line 11', ' line 12', ' line 13'],
      },
    ])
  })

  test('by word gives both texts back', () => {
    const [from, to] = ['ship on monday, please', 'ship it on tuesday, please']
    const { parts = [] } = diffTexts(from, to, 'word')
    const side = (out: string) =>
      parts
        .filter(({ op }) => op !== out)
        .map(({ text }) => text)
        .join('')
    expect(side('added')).toBe(from)
    expect(side('removed')).toBe(to)
  })

  test('by word leaves out the middle of what stayed and is long', () => {
    const long = 'word '.repeat(1000)
    const { parts = [] } = diffTexts(`${long}a`, `${long}b`, 'word')
    expect(parts.map(({ op }) => op)).toEqual(['same', 'skipped', 'same', 'removed', 'added'])
    expect(parts.reduce((sum, { op, length }) => (op === 'added' ? sum : sum + length), 0)).toBe(5001)
  })

  test('of two texts of a megabyte that share no line answers in time', () => {
    const [from, to] = [numbered('a', 1024 * 1024), numbered('b', 1024 * 1024)]
    const start = performance.now()
    expect(diffTexts(from, to, 'line')).toEqual({ too_large: true })
    expect(diffTexts(from, to, 'word')).toEqual({ too_large: true })
    expect(performance.now() - start).toBeLessThan(2000)
  })

  test('of two large texts that differ in a line is no trouble', () => {
    const from = numbered('a', 1024 * 1024)
    const { too_large, hunks } = diffTexts(from, `${from}\nand one more`, 'line')
    expect([too_large, hunks?.length]).toEqual([false, 1])
  })
})

import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { neutralise, oneLine } from './neutralise.ts'
import { fit, renderTable } from './table.ts'
import { cut, widthOf, wrap } from './width.ts'

const anyText = fc.string({ unit: 'grapheme' })

describe('text of a palace on a terminal', () => {
  test('steers nothing', () => {
    expect(neutralise('a\u001b[31mb\u0007\r\nc\td\u009b1m\u202e\u007f')).toBe('a␛[31mb␇\nc\td<009b>1m<202e>␡')
    expect(oneLine(' a\n\tb\u0000 ')).toBe('a b␀')
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(neutralise(text)).not.toMatch(/(?![\t\n])\p{Cc}/u)
      }),
    )
  })

  test('is cut and wrapped to a width', () => {
    expect(cut('日本語の翼', 6)).toBe('日本…')
    expect(wrap('one two  three', 8)).toEqual(['one two', 'three'])
    expect(wrap('abcdefghij\n  kl', 4)).toEqual(['abcd', 'efgh', 'ij', '  kl'])
    fc.assert(
      fc.property(anyText, fc.integer({ min: 2, max: 40 }), (text, width) => {
        expect(widthOf(cut(text, width))).toBeLessThanOrEqual(width)
        for (const line of wrap(text, width)) expect(widthOf(line)).toBeLessThanOrEqual(width)
      }),
    )
  })
})

describe('a table', () => {
  test('takes from its widest columns first', () => {
    expect(fit([10, 50, 20], [8, 8, 8], 60)).toEqual([10, 30, 20])
    expect(fit([10, 50, 20], [8, 8, 8], 100)).toEqual([10, 50, 20])
    expect(fit([36, 50], [36, 8], 20)).toEqual([36, 8])
  })

  test('fits the terminal whatever stands in it', () => {
    const columns = [{ title: 'name' }, { title: 'size', right: true }, { title: 'what it is' }]
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.string(), fc.string()), { minLength: 1 }), (rows) => {
        const lines = renderTable(columns, rows, 60).split('\n')
        expect(lines).toHaveLength(rows.length + 1)
        for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(60)
      }),
    )
  })
})

import { expect, test } from 'vitest'
import { meaningOf } from './number-formats.ts'

test.each([
  ['d/m/yyyy', 'date'],
  ['mmm', 'date'],
  ['yyyy"年"m"月"', 'date'],
  ['[$-409]h:mm AM/PM', 'time'],
  ['[h]:mm:ss', 'time'],
  ['mm:ss.0', 'time'],
  ['General', 'number'],
  ['0.00E+00', 'number'],
  ['[Red]0.00;[Blue]-0.00', 'number'],
  ['0 "days"', 'number'],
  ['\\d0', 'number'],
  ['0;yyyy', 'number'],
])('%s is a %s', (code, meaning) => {
  expect(meaningOf(code)).toBe(meaning)
})

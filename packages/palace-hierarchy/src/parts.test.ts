import { expect, test } from 'vitest'
import { fileOf, pointAt } from './parts.ts'

test.each(['3', 'Costs', '2024/25', 'a#b', '#page=3', '100 %', '日本', 'a=b'])(
  'what points at %s is in its file',
  (value) => {
    for (const file of ['a.pdf', 'C#.docx', 'a/b#1/c', 'x#y=z']) {
      expect(fileOf(pointAt(file, 'sheet', value))).toBe(file)
      expect(fileOf(file)).toBe(file)
    }
  },
)

test('a name is readable where it can be', () => {
  expect(pointAt('a/b.xlsx', 'sheet', 'Costs of 2024/25 (#1)')).toBe('a/b.xlsx#sheet=Costs of 2024%2F25 (%231)')
})

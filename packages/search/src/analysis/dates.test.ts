import { describe, expect, test } from 'vitest'
import { periodsOf } from './dates.ts'

const periods = (text: string) =>
  periodsOf(text).map(({ from, until }) => [from, until].map((at) => new Date(at).toISOString().slice(0, 10)).join(' '))

describe('the periods that a text names', () => {
  test.each([
    'on 7 July, 2023',
    'on July 7, 2023',
    'the 7th of July 2023',
    'Jul 7th 2023',
    'am 7. Juli 2023',
    'le 7 juillet 2023',
    'el 7 de julio de 2023',
    'since 2023-07-07?',
  ])('%s is a day', (text) => expect(periods(text)).toEqual(['2023-07-07 2023-07-08']))

  test.each(['in December 2023', 'en diciembre de 2023', 'im Dezember 2023', 'before 2023-12'])(
    '%s is a month',
    (text) => expect(periods(text)).toEqual(['2023-12-01 2024-01-01']),
  )

  test('are all there, in one text', () => {
    expect(periods('Between March 1, 2024 and March 3, 2024')).toEqual([
      '2024-03-01 2024-03-02',
      '2024-03-03 2024-03-04',
    ])
  })

  test.each(['in 2023', 'in May', 'version 2023-13', '31 February 2023', 'on 2023-07-071', 'the mayor 2023', ''])(
    '%j has none',
    (text) => expect(periods(text)).toEqual([]),
  )
})

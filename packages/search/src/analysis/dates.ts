import { fold } from './fold.ts'
import { latinLanguages } from './languages.ts'

/** A day or a month in UTC, in milliseconds since 1970: from its beginning, and before its end. */
export interface Period {
  from: number
  until: number
}

const months = new Map<string, number>()
for (const language of latinLanguages) {
  for (const style of ['long', 'short'] as const) {
    const format = new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' })
    for (let month = 0; month < 12; month += 1) {
      months.set(fold(format.format(Date.UTC(2024, month, 1))).replace('.', ''), month)
    }
  }
}

const year = /((?:19|20)\d\d)(?!\d)/.source
const ending = /(?:st|nd|rd|th|er|º|\.)?/.source
const link = /(?:\s+(?:of|de|del))?/.source
const written = new RegExp(
  `(?:(?<![\\p{L}\\p{N}])(\\d{1,2})${ending}${link}\\s+)?(\\p{L}{3,12})\\.?(?:\\s+(\\d{1,2})${ending})?,?${link}\\s*${year}`,
  'gu',
)
const numeric = new RegExp(`(?<![\\d-])${year}-(\\d\\d)(?:-(\\d\\d))?(?![\\d-])`, 'gu')

const periodOf = (at: number, month: number, day: string | undefined): Period[] => {
  const number = day === undefined ? 1 : Number(day)
  const from = new Date(Date.UTC(at, month, number))
  // the 31st of February is no day
  if (from.getUTCMonth() !== month || from.getUTCDate() !== number) return []
  const until = day === undefined ? Date.UTC(at, month + 1, 1) : Date.UTC(at, month, number + 1)
  return [{ from: from.getTime(), until }]
}

/** The days and months that a text names with their year: `7 July 2023`, `July 7, 2023`, `julio de 2023`, `2023-07-07`. */
export const periodsOf = (text: string): Period[] => [
  ...[...text.matchAll(written)].flatMap(([, before, name = '', after, at]) => {
    const month = months.get(fold(name))
    return month === undefined ? [] : periodOf(Number(at), month, before ?? after)
  }),
  ...[...text.matchAll(numeric)].flatMap(([, at, month, day]) => periodOf(Number(at), Number(month) - 1, day)),
]

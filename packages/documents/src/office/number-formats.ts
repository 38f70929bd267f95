import type { Archive } from '../archive.ts'
import { Refusal } from '../reasons.ts'
import { readXml } from '../read-xml.ts'

/** What a number stands for by its format. */
export type NumberMeaning = 'number' | 'date' | 'time'

const builtInDates = [14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58]
const builtInTimes = [18, 19, 20, 21, 32, 33, 45, 46, 47]
// Office itself has room for fewer
const maxStyles = 100_000

/** The meaning of the numbers of each style of a workbook, by the style's index. */
export async function readNumberMeanings(archive: Archive, member: string | undefined): Promise<NumberMeaning[]> {
  const formats = new Map<number, NumberMeaning>()
  for (const id of builtInDates) formats.set(id, 'date')
  for (const id of builtInTimes) formats.set(id, 'time')
  const styles: NumberMeaning[] = []
  if (member === undefined) return styles
  let inCellStyles = false
  await readXml(archive, member, {
    open({ name, attributes }) {
      if (name === 'numFmt') formats.set(Number(attributes['numFmtId']), meaningOf(attributes['formatCode'] ?? ''))
      if (name === 'cellXfs') inCellStyles = true
      if (name !== 'xf' || !inCellStyles) return
      styles.push(formats.get(Number(attributes['numFmtId'])) ?? 'number')
      if (styles.length > maxStyles) throw new Refusal('broken')
    },
    close(name) {
      if (name === 'cellXfs') inCellStyles = false
    },
  })
  return styles
}

/** What a format code shows: a code with letters of days is a date, one with those of hours alone a time. */
export function meaningOf(code: string): NumberMeaning {
  const positive = code.slice(0, 1_000).split(';', 1)[0] ?? ''
  const letters = positive
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .replace(/general/gi, '')
    .toLowerCase()
  if (/[yde]/.test(letters.replace(/e[+-]/g, ''))) return 'date'
  if (/[hs]/.test(letters)) return 'time'
  return /m/.test(letters) ? 'date' : 'number'
}

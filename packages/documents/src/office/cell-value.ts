import type { NumberMeaning } from './number-formats.ts'

const secondsPerDay = 86_400
// the day before the first; 1900 is taken for a leap year, so that the days up to its 28th February are one off
const epoch1900 = Date.UTC(1899, 11, 30)
const epoch1904 = Date.UTC(1904, 0, 1)
const lastDay = 2_958_465

/** A number of a sheet as text: dates and times as ISO 8601, others without the noise of binary fractions. */
export function numberText(raw: string, meaning: NumberMeaning, date1904: boolean): string {
  const value = Number(raw)
  if (raw.trim() === '' || !Number.isFinite(value)) return raw
  if (meaning === 'number' || value < 0 || value > lastDay) return plainNumber(raw, value)
  const seconds = Math.round(value * secondsPerDay)
  if (meaning === 'time') return clock(seconds, Math.floor(seconds / 3_600))
  const days = Math.floor(seconds / secondsPerDay)
  const shift = !date1904 && days < 60 ? 1 : 0
  const date = new Date((date1904 ? epoch1904 : epoch1900) + (days + shift) * secondsPerDay * 1_000)
  const day = date.toISOString().slice(0, 10)
  const rest = seconds % secondsPerDay
  return rest === 0 ? day : `${day}T${clock(rest, Math.floor(rest / 3_600))}`
}

/** What a spreadsheet shows of a number has at most fifteen digits. */
function plainNumber(raw: string, value: number): string {
  return /[.eE]/.test(raw) ? String(Number(value.toPrecision(15))) : raw
}

function clock(seconds: number, hours: number): string {
  const two = (count: number) => String(count).padStart(2, '0')
  return `${two(hours)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

/** The column of a cell by its address, from 0: 27 for `AB12`. Undefined when it has none, or one past the last. */
export function columnOf(address: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(address ?? '')?.[0]
  if (letters === undefined) return undefined
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column <= 16_384 ? column - 1 : undefined
}

const local = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?)?$/

/**
 * An instant as the contract has it. A date, or a time without a zone, is meant where the reader is: `2026-03-01` is
 * the midnight that begins it. Anything else is left for the contract to judge.
 */
export function toInstant(text: string): string {
  const [, year, month, day, hour = 0, minute = 0, second = 0] = local.exec(text) ?? []
  if (day === undefined) return text
  const date = new Date(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second))
  // the 31st of February rolls over instead of failing
  return date.getDate() === Number(day) && date.getMonth() === Number(month) - 1 ? date.toISOString() : text
}

const numbers = (stamp: string): number[] => (stamp.match(/\d+/g) ?? []).map(Number)

/**
 * Whether dates are day before month: a number above 12 in one of them tells. Where none does, the clock of twelve hours
 * says month first, as in the country that has both.
 */
export function isDayFirst(stamps: string[]): boolean {
  for (const stamp of stamps) {
    const [first = 0, second = 0] = numbers(stamp)
    if (first > 12 && first < 32) return true
    if (first < 32 && second > 12) return false
  }
  return !stamps.some((stamp) => /[ap]\.?\s?m/i.test(stamp))
}

/** The instant of a stamp, as if written in UTC. */
export function readStamp(stamp: string, dayFirst: boolean): Date | undefined {
  const [first = 0, second = 0, third = 0, hour = 0, minute = 0, seconds = 0] = numbers(stamp)
  const [year, month, day] =
    first > 31 ? [first, second, third] : [third, ...(dayFirst ? [second, first] : [first, second])]
  const half = /([ap])\.?\s?m/i.exec(stamp)?.[1]?.toLowerCase()
  const hours = half === undefined ? hour : (hour % 12) + (half === 'p' ? 12 : 0)
  const at = new Date(Date.UTC(year < 100 ? year + 2000 : year, (month ?? 0) - 1, day, hours, minute, seconds))
  return Number.isNaN(at.getTime()) ? undefined : at
}

const first = 1000
const most = 300_000

/**
 * Milliseconds until the try after the given one (1, 2, 3 ...): doubled each time up to five minutes, less up to a half
 * by chance (`random`, 0 to 1) so that jobs that failed together do not come back together.
 */
export function backoffMilliseconds(attempt: number, random: number): number {
  const full = Math.min(most, first * 2 ** (attempt - 1))
  return Math.round(full * (1 - random / 2))
}

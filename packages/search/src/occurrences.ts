// `ts_rank` of one term without weights: 0.1 for each occurrence, the n-th divided by n squared, over the sum of 1/n²
const scale = 1.64493406685 / 0.1
// as many positions as a tsvector keeps of one lexeme
const most = 255

const sums: number[] = [0]
for (let n = 1; n <= most; n++) sums.push((sums[n - 1] ?? 0) + 1 / n ** 2)

/**
 * How often a term occurs, from its `ts_rank` alone without normalisation. Reading the rank is many times cheaper than
 * unpacking the tsvector, and it tells the count exactly (Postgres, `calc_rank_or` of tsrank.c).
 */
export function occurrencesOf(rank: number): number {
  const sum = rank * scale - 1e-6
  let low = 0
  let high = most
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sums[middle] ?? 0) < sum) low = middle + 1
    else high = middle
  }
  return low
}

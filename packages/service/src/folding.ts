import { analyzeIndex, foldStatistics } from '@loci/search'
import type { Transaction } from '@loci/store'

const analyzeEvery = 2000

/** Folds a part of the corpus statistics, and has the planner look again each time that many passages came or went. */
export function createFolding(): (tx: Transaction, palaceId: string) => Promise<number> {
  let sinceAnalyze = 0
  return async (tx, palaceId) => {
    const folded = await foldStatistics(tx, palaceId)
    sinceAnalyze += folded
    if (folded === 0 || sinceAnalyze < analyzeEvery) return folded
    sinceAnalyze = 0
    await analyzeIndex(tx)
    return folded
  }
}

import { analyzeIndex, foldStatistics } from '@loci/search'
import type { Store } from '@loci/store'

const grownBy = 2000

/**
 * Folds a part of the corpus statistics. Each time that many passages came or went, it has the planner look again and
 * tells that the palace has grown.
 */
export function createFolding(
  store: Store,
  onGrown: (palaceId: string) => void,
): (palaceId: string) => Promise<number> {
  let since = 0
  return async (palaceId) => {
    const folded = await store.transaction((tx) => foldStatistics(tx, palaceId))
    since += folded
    if (folded === 0 || since < grownBy) return folded
    since = 0
    await store.read((db) => analyzeIndex(db))
    onGrown(palaceId)
    return folded
  }
}

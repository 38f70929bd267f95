import { analyzeIndex, countPassages, foldStatistics } from '@loci/search'
import type { Store } from '@loci/store'

const fewest = 2000
const share = 0.2

/**
 * Folds a part of the corpus statistics. Each time that a fifth of the palace's passages came or went, it has the planner
 * look again and tells that the palace has grown.
 */
export function createFolding(
  store: Store,
  onGrown: (palaceId: string) => void,
): (palaceId: string) => Promise<number> {
  let since = 0
  return async (palaceId) => {
    const folded = await store.transaction((tx) => foldStatistics(tx, palaceId))
    since += folded
    if (folded === 0 || since < fewest) return folded
    if (since < share * (await store.read((db) => countPassages(db, palaceId)))) return folded
    since = 0
    await store.read((db) => analyzeIndex(db))
    onGrown(palaceId)
    return folded
  }
}

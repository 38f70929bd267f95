import { foldStatistics } from '@loci/search'
import type { Store } from '@loci/store'

export interface StatisticsFolder {
  /** Folds what writers appended, a moment later, all that gathered until then. */
  foldSoon(palaceId: string): void
  /** Folds what is left, and resolves when it is done. */
  close(): Promise<void>
}

const delayMilliseconds = 500

/**
 * Keeps the corpus statistics folded behind this process's writers. It is derived data: a fold that fails is tried
 * again with the next write, by this process or by another.
 */
export function createStatisticsFolder(store: Store, onError: (error: unknown) => void): StatisticsFolder {
  const waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()

  const foldAll = async () => {
    timer = undefined
    const palaces = [...waiting]
    waiting.clear()
    for (const palaceId of palaces) {
      try {
        while ((await store.transaction((tx) => foldStatistics(tx, palaceId))) > 0);
      } catch (error) {
        onError(error)
      }
    }
  }

  return {
    foldSoon(palaceId) {
      waiting.add(palaceId)
      timer ??= setTimeout(() => {
        running = running.then(foldAll)
      }, delayMilliseconds)
    },
    async close() {
      clearTimeout(timer)
      await running.then(foldAll)
    },
  }
}

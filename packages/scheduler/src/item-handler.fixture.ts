import type { Store } from '@loci/store'
import type { JobHandler, Log } from './handler.ts'

export const silent: Log = { info: () => {}, warn: () => {}, error: () => {} }

/** Does `items` items, a checkpoint each, and stops when asked. */
export function itemHandler(
  store: Store,
  { items = Infinity, onItem }: { items?: number; onItem?: (item: number) => void | Promise<void> } = {},
): JobHandler {
  return {
    async run({ resumePoint, checkpoint, shouldStop, stopHere }) {
      for (let item = Number(resumePoint?.['next'] ?? 0); item < items; item++) {
        if (shouldStop()) stopHere()
        await onItem?.(item)
        const progress = { current: item + 1, total: null, message: '' }
        await store.transaction((tx) => checkpoint(tx, { next: item + 1 }, progress))
      }
      return { items }
    },
  }
}

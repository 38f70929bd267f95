import type { Store, Transaction } from '@loci/store'

/** Work that follows behind the writers of this process. */
export interface Behind {
  /** Does it a moment later, for all that gathered until then. */
  soon(palaceId: string): void
  /** Does what is left, and resolves when it is done. */
  close(): Promise<void>
}

export interface BehindOptions {
  delayMilliseconds: number
  /** Does a part in one transaction and gives how much that was: 0 when nothing is left or another process is at it. */
  work: (tx: Transaction, palaceId: string) => Promise<number>
  onError: (error: unknown) => void
}

/** A part that fails is tried again with the next write, by this process or by another. */
export function createBehind(store: Store, { delayMilliseconds, work, onError }: BehindOptions): Behind {
  const waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()

  const workOff = async () => {
    timer = undefined
    const palaces = [...waiting]
    waiting.clear()
    for (const palaceId of palaces) {
      try {
        while ((await store.transaction((tx) => work(tx, palaceId))) > 0);
      } catch (error) {
        onError(error)
      }
    }
  }

  return {
    soon(palaceId) {
      waiting.add(palaceId)
      timer ??= setTimeout(() => {
        running = running.then(workOff)
      }, delayMilliseconds)
    },
    async close() {
      clearTimeout(timer)
      await running.then(workOff)
    },
  }
}

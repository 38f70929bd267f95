/** Work that follows behind the writers of this process. */
export interface Behind {
  /** Does it a moment later, for all that gathered until then. */
  soon(palaceId: string): void
  /** Does what is left, and resolves when it is done. */
  close(): Promise<void>
  /** Leaves what is left to whoever comes next. */
  leave(): void
}

export interface BehindOptions {
  delayMilliseconds: number
  /** Does a part and gives how much that was: 0 when nothing is left or another process is at it. */
  work: (palaceId: string) => Promise<number>
  onError: (error: unknown) => void
}

/** A part that fails is tried again with the next write, by this process or by another. */
export function createBehind({ delayMilliseconds, work, onError }: BehindOptions): Behind {
  const waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()

  const workOff = async () => {
    timer = undefined
    const palaces = [...waiting]
    waiting.clear()
    for (const palaceId of palaces) {
      try {
        while ((await work(palaceId)) > 0);
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
    leave() {
      clearTimeout(timer)
      waiting.clear()
    },
    async close() {
      clearTimeout(timer)
      await running.then(workOff)
    },
  }
}

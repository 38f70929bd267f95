export interface Bell {
  ring(): void
  /** Resolves when it rings, at once when it rang since the last wait, at the latest after so many milliseconds. */
  wait(milliseconds: number): Promise<void>
}

/** Lets one waiter sleep until there is something to do. */
export function createBell(): Bell {
  let rung = false
  let wake = () => {}
  return {
    ring() {
      rung = true
      wake()
    },
    wait(milliseconds) {
      return new Promise((resolve) => {
        const timer = setTimeout(() => wake(), milliseconds)
        wake = () => {
          clearTimeout(timer)
          rung = false
          wake = () => {}
          resolve()
        }
        if (rung) wake()
      })
    },
  }
}

/** Aborts at the first Ctrl-C; the second one ends the process as ever. */
export function onInterrupt(said: () => void = () => {}): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController()
  const stop = () => {
    said()
    controller.abort()
  }
  process.once('SIGINT', stop)
  return { signal: controller.signal, release: () => void process.off('SIGINT', stop) }
}

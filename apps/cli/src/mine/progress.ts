import { SingleBar } from 'cli-progress'

export interface Progress {
  /** How many files were looked at, and what became of them, in words. */
  update(files: number, message: string): void
  stop(): void
}

/** How far mining is, on standard error where that is a terminal. How much there is, is known at its end only. */
export function openProgress(): Progress {
  if (!process.stderr.isTTY) return { update() {}, stop() {} }
  const bar = new SingleBar({
    format: 'mining: {value} files, {message} ({duration_formatted})',
    stream: process.stderr,
    hideCursor: true,
    clearOnComplete: true,
  })
  bar.start(0, 0, { message: 'reading' })
  return {
    update(files, message) {
      bar.update(files, { message })
    },
    stop: () => bar.stop(),
  }
}

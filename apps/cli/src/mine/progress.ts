import { SingleBar } from 'cli-progress'
import type { MineReport } from './report.ts'

export interface Progress {
  update(report: MineReport): void
  stop(): void
}

/** How far mining is, on standard error where that is a terminal. How much there is, is known at its end only. */
export function openProgress(): Progress {
  if (!process.stderr.isTTY) return { update() {}, stop() {} }
  const bar = new SingleBar({
    format: 'mining: {value} files, {added} added, {updated} updated, {unchanged} unchanged ({duration_formatted})',
    stream: process.stderr,
    hideCursor: true,
    clearOnComplete: true,
  })
  bar.start(0, 0, { added: 0, updated: 0, unchanged: 0 })
  return {
    update({ added, updated, unchanged, pending, errors }) {
      bar.update(added + updated + unchanged + pending + errors.length, { added, updated, unchanged })
    },
    stop: () => bar.stop(),
  }
}

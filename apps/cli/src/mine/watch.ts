import { watch } from 'chokidar'
import { onInterrupt } from '../interrupt.ts'
import { remark } from '../output/terminal.ts'
import type { MineReport } from './report.ts'

// so long nothing more has to change: a save is several writes, a checkout is many files
const quietMilliseconds = 1000
// never read by mining, and large
const neverMined = /[\\/](?:\.git|node_modules)(?:[\\/]|$)/

/**
 * Mines whenever something below the root has changed and is quiet again, and shows what was filed; runs that file
 * nothing are not told. Ctrl-C ends it, in the middle of a run after the batch that is being filed.
 */
export async function mineOnChange(
  root: string,
  mine: () => Promise<MineReport>,
  show: (report: MineReport) => Promise<void>,
): Promise<void> {
  const { signal, release } = onInterrupt()
  const watcher = watch(root, { ignoreInitial: true, ignored: (path) => neverMined.test(path.slice(root.length)) })
  const changes = changesOf(watcher, signal)
  watcher.once('ready', () => remark(`watching ${root}; Ctrl-C ends it`))
  try {
    while (await changes.next()) {
      const report = await mine()
      if (report.added + report.updated + report.pending + report.errors.length > 0) await show(report)
      if (report.interrupted) return
    }
  } finally {
    release()
    await watcher.close()
  }
}

/** `next` waits until something changed since it was last asked and is quiet now: true, or false once it is over. */
function changesOf(watcher: ReturnType<typeof watch>, signal: AbortSignal): { next(): Promise<boolean> } {
  let changed = false
  let timer: NodeJS.Timeout | undefined
  let wake = () => {}
  const settled = () => {
    changed = true
    wake()
  }
  watcher.on('all', () => {
    clearTimeout(timer)
    timer = setTimeout(settled, quietMilliseconds)
  })
  signal.addEventListener('abort', () => wake())
  return {
    async next() {
      if (!changed && !signal.aborted) await new Promise<void>((resolve) => (wake = resolve))
      changed = false
      if (signal.aborted) clearTimeout(timer)
      return !signal.aborted
    },
  }
}

import { oneLine } from '../output/neutralise.ts'
import { columns, print } from '../output/terminal.ts'
import { cut } from '../output/width.ts'
import type { Seen } from './watch.ts'

export interface Board {
  show(seen: Seen): void
  close(): void
}

/** A line a job that moves on a terminal; elsewhere a line an event, as JSON where that is wanted. */
export function openBoard(json: boolean): Board {
  if (json) return { show: (seen) => print(JSON.stringify(seen)), close() {} }
  if (!process.stdout.isTTY) return { show: (seen) => print(lineOf(seen)), close() {} }
  const jobs = new Map<string, Seen>()
  let drawn = 0
  return {
    show(seen) {
      jobs.set(seen.id, seen)
      const most = Math.max(1, (process.stdout.rows ?? 24) - 2)
      const lines = [...jobs.values()].slice(-most).map((job) => cut(lineOf(job), columns() - 1))
      const back = drawn > 0 ? `\u001b[${drawn}A` : ''
      process.stdout.write(`${back}${lines.map((line) => `\u001b[2K${line}\n`).join('')}`)
      drawn = lines.length
    },
    close() {},
  }
}

const widest = 20
const narrowest = 5

/** `0198… demo running 12/40 30.1/s ██████░░░░ step 12 of 40`; the bar takes what the line has left. */
function lineOf({ id, kind, status, progress: { current, total, message, rate } }: Seen): string {
  const count = total === null ? String(current) : `${current}/${total}`
  const speed = rate === undefined || status !== 'running' ? '' : `${rate}/s`
  const head = [id, kind.padEnd(10), status.padEnd(9), count, speed].filter(Boolean).join(' ')
  const width = Math.min(widest, columns() - head.length - 2)
  const bar = total === null || total === 0 || width < narrowest ? '' : barOf(Math.min(1, current / total), width)
  return [head, bar, oneLine(message)].filter(Boolean).join(' ')
}

const barOf = (share: number, width: number): string => {
  const filled = Math.floor(share * width)
  return `${'█'.repeat(filled)}${'░'.repeat(width - filled)}`
}

import { isatty } from 'node:tty'
import type { Config } from '@loci/service'
import { type Logger, pino } from 'pino'

/** JSON lines on standard output, or short readable ones when that is a terminal. */
export function createLog(level: Config['logLevel']): Logger {
  const options = { level, base: null, formatters: { level: (label: string) => ({ level: label }) } }
  return isatty(1) ? pino(options, { write: (line) => process.stdout.write(readable(line)) }) : pino(options)
}

function readable(line: string): string {
  // pino wrote it
  const { level, time, msg, method, route, status, ms, ...rest } = JSON.parse(line) as Record<string, unknown>
  const at = new Date(Number(time)).toTimeString().slice(0, 8)
  if (msg === 'request') return `${at} ${[method, route, status].join(' ')} ${String(ms)} ms\n`
  const more = Object.keys(rest).length === 0 ? '' : ` ${JSON.stringify(rest)}`
  return level === 'info' ? `${at} ${String(msg)}${more}\n` : `${at} ${String(level)}: ${String(msg)}${more}\n`
}

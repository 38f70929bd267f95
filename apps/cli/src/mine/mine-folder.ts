import { isPalaceError, PalaceError } from '@loci/contract'
import { defaultWing, type MineCounts, type MineMode, mineModes, type MineTarget } from '@loci/mining'
import type { Palace } from '../open-palace.ts'
import { onInterrupt } from '../interrupt.ts'
import { remark } from '../output/terminal.ts'
import { openProgress } from './progress.ts'
import { type MineReport, renderMineReport } from './report.ts'
import { nothing, uploadTarget } from './upload-target.ts'

const mostSecrets = 100

export interface MineOptions {
  wing?: string | undefined
  room?: string | undefined
  addedBy?: string | undefined
  mode: MineMode
  extract: 'exchange' | 'general'
  dryRun: boolean
  verbose: boolean
}

/** Files the texts below a root, showing how far it is; Ctrl-C stops after the running batch. */
export async function mineFolder(root: string, palace: Palace, options: MineOptions): Promise<MineReport> {
  const report = reportOf(root, options)
  const { signal, release } = onMiningInterrupt()
  const progress = openProgress()
  const { kind, mine } = mineModes[options.mode]
  const upload = uploadTarget({ ...options, kind, call: palace.call, wing: report.wing, signal })
  try {
    await mine({
      extract: options.extract,
      root,
      signal,
      maxBytes: palace.config.maxDrawerBytes,
      secrets: palace.config.secrets,
      onSecrets: (found) => report.secrets_found.push(...found.slice(0, mostSecrets - report.secrets_found.length)),
      target: options.dryRun ? counting(upload, report) : upload,
      onSkipped: (path, reason) => {
        report.skipped[reason] = (report.skipped[reason] ?? 0) + 1
        report.skipped_paths?.push({ path, reason })
      },
      onErrors: (errors) => void report.errors.push(...errors),
      onProgress: ({ counts }) => {
        Object.assign(report, filedOf(counts))
        progress.update(...progressOf(report))
      },
    })
  } catch (error) {
    progress.stop()
    if (!signal.aborted) throw withReport(error, report)
    report.interrupted = true
  } finally {
    progress.stop()
    release()
  }
  return report
}

function progressOf({ added, updated, unchanged, pending, errors }: MineReport): [number, string] {
  const files = added + updated + unchanged + pending + errors.length
  return [files, `${added} added, ${updated} updated, ${unchanged} unchanged`]
}

/** An empty report on a run with these options. */
export function reportOf(root: string, { wing = defaultWing(root), room, dryRun, verbose }: MineOptions): MineReport {
  const where = { root, wing, room: room ?? null, dry_run: dryRun, interrupted: false }
  const counts = { added: 0, updated: 0, unchanged: 0, pending: 0, skipped: {} }
  return { ...where, ...counts, ...(verbose && { skipped_paths: [] }), errors: [], secrets_found: [] }
}

const filedOf = ({ added, updated, unchanged, chats, secrets }: MineCounts) => ({
  added,
  updated,
  unchanged,
  ...(chats && { chats }),
  ...(secrets && { secrets }),
})

/** Compares as the other does, and files nothing. */
const counting = (target: MineTarget, report: MineReport): MineTarget => ({
  ...target,
  file: async (documents) => {
    report.pending += documents.length
    return nothing
  },
})

/** A signal of its own for mining, which says what Ctrl-C does. */
export const onMiningInterrupt = () =>
  onInterrupt(() => remark('\nstopping after the batch that is running; Ctrl-C again stops at once'))

/** What was filed before the fault stays, so the error tells it. */
function withReport(error: unknown, report: MineReport): unknown {
  remark(renderMineReport({ ...report, interrupted: true }))
  if (!isPalaceError(error)) return error
  const { code, message, help, details } = error
  return new PalaceError(code, message, { help, details: { ...details, report }, cause: error })
}

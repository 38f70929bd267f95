import { type Caller, type ErrorCode, errorCodes, PalaceError } from '@loci/contract'
import type { Service } from '@loci/service'
import { type MineOptions, onMiningInterrupt, reportOf } from './mine-folder.ts'
import { openProgress } from './progress.ts'
import type { MineReport } from './report.ts'

/** Files the texts below a root by a job of this machine's palace, and works on it here; Ctrl-C cancels it. */
export async function mineAsJob(
  root: string,
  { call, settle }: { call: Caller; settle: Service['settle'] },
  options: MineOptions,
): Promise<MineReport> {
  const { room, addedBy, mode, extract } = options
  const report = reportOf(root, options)
  const job = await call('job.create', {
    kind: 'mine',
    source: root,
    mode,
    extract,
    wing: report.wing,
    room,
    added_by: addedBy,
  })
  const { signal, release } = onMiningInterrupt()
  const cancel = () => void call('job.cancel', { id: job.id }).catch(() => {})
  signal.addEventListener('abort', cancel)
  const progress = openProgress()
  try {
    const { status, result, error } = await settle(job.id, (state) =>
      progress.update(state.progress.current, state.progress.message || 'reading'),
    )
    if (error && status === 'failed') throw jobFailed(error)
    return { ...report, ...result, interrupted: status !== 'completed' }
  } finally {
    progress.stop()
    release()
  }
}

function jobFailed({ code, message, help }: { code: string; message: string; help: string }): PalaceError {
  const known: ErrorCode = Object.hasOwn(errorCodes, code) ? (code as ErrorCode) : 'internal'
  return new PalaceError(known, message, { help })
}

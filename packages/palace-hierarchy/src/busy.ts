import { PalaceError } from '@loci/contract'
import { lockPalaceWriters, pendingWriters } from '@loci/scheduler'
import type { Db } from '@loci/store'

/**
 * `palace.busy` while a job that writes to the palace is queued, running or paused. Submitting such a job takes
 * the same lock, so none can slip in between this and the end of the transaction.
 */
export async function refuseWhileBusy(tx: Db, palaceId: string): Promise<void> {
  await lockPalaceWriters(tx, palaceId)
  const pending = await pendingWriters(tx, palaceId)
  if (pending.length === 0) return
  const jobs = pending.map(({ id, kind, status }) => ({ id, kind, status }))
  throw new PalaceError(
    'palace.busy',
    `${jobs.length === 1 ? 'a job is' : `${jobs.length} jobs are`} writing to the palace`,
    {
      details: { jobs },
    },
  )
}

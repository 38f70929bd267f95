import { CheckpointResult, type Input, type Operations, type Output } from '@loci/contract'
import type { Palace } from '../open-palace.ts'

/** Saves a session; in a palace of this machine it is also worked off here, for there may be no one else. */
export async function saveCheckpoint(
  { call, settle }: Pick<Palace, 'call' | 'settle'>,
  input: Input<Operations['checkpoint.save']>,
): Promise<Output<Operations['checkpoint.save']>> {
  if (settle === undefined || input.wait === 0) return call('checkpoint.save', input)
  const queued = await call('checkpoint.save', { ...input, wait: 0 })
  if (!queued.pending) return queued
  const job = await settle(queued.job_id)
  if (job.status !== 'completed') return { ...job, job_id: job.id, pending: true }
  return { job_id: job.id, pending: false, ...CheckpointResult.parse(job.result) }
}

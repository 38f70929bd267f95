import { type JobRow, waitForJob } from '@loci/scheduler'
import type { Context } from '../context.ts'

/** The job once it is settled, or as it is after so long; whoever asked hears how far it is. */
export function awaitJob(
  { store, principal: { palaceId }, waiting: { onProgress, signal } }: Context,
  id: string,
  timeoutSeconds: number,
): Promise<JobRow> {
  return waitForJob(
    store,
    { palaceId, id },
    { timeoutSeconds, signal, onProgress: onProgress && (({ progress }) => onProgress(progress)) },
  )
}

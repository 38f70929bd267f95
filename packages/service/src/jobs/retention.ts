import type { JobPayload } from '@loci/contract'
import { type JobContext, removeEvents, removeFinished } from '@loci/scheduler'
import { forgetSessionModes } from '../modes.ts'
import type { JobRuntime } from './definition.ts'

const batch = 500
export const eventHours = 24
const sessionDays = 90

/** Removes jobs that ended long ago, and what was only kept for a while beside them, a batch a transaction. */
export async function removeOldJobs(
  { job, payload, resumePoint, checkpoint, shouldStop, stopHere }: JobContext<JobPayload<'purge'>>,
  { store }: JobRuntime,
): Promise<Record<string, unknown>> {
  const { palaceId } = job
  const total = { jobs: 0, events: 0, sessions: 0, ...resumePoint }
  for (;;) {
    const more = await store.transaction(async (tx) => {
      const jobs = await removeFinished(tx, { palaceId, olderThanDays: payload.older_than_days, batch })
      const events = await removeEvents(tx, { palaceId, olderThanHours: eventHours, batch })
      const sessions = await forgetSessionModes(tx, { palaceId, olderThanDays: sessionDays, batch })
      const next = { jobs: total.jobs + jobs, events: total.events + events, sessions: total.sessions + sessions }
      await checkpoint(tx, next, { current: next.jobs, total: null, message: `${next.jobs} jobs removed` })
      return { next, any: Math.max(jobs, events, sessions) === batch }
    })
    // not before the commit, or a transaction that runs again would count twice
    Object.assign(total, more.next)
    if (!more.any) return { ...total }
    if (shouldStop() !== undefined) stopHere()
  }
}

import type { Db } from '@loci/store'
import { insertJob, type NewJob } from './insert-job.ts'
import type { JobRow } from './job-row.ts'
import { lockPalaceWriters } from './palace-writers.ts'

/** What the keys of scheduled jobs begin with, and no caller's. */
export const schedulePrefix = 'schedule:'

export interface Scheduled extends NewJob {
  /** Names the schedule; the kind unless told. */
  schedule?: string | undefined
  /** Names the period, such as `periodStart` gives it. */
  period: string
}

/** Queues the job of a schedule's period, however many ask for it at once; undefined when the period has its job. */
export async function ensureScheduled(db: Db, { schedule, period, ...job }: Scheduled): Promise<JobRow | undefined> {
  if (job.writesPalace) await lockPalaceWriters(db, job.palaceId)
  return insertJob(db, job, `${schedulePrefix}${schedule ?? job.kind}:${period}`)
}

/** When the period of so many seconds that a time falls into began, counted from 1970 in UTC. */
export function periodStart(at: Date, everySeconds: number): string {
  const length = everySeconds * 1000
  return new Date(Math.floor(at.getTime() / length) * length).toISOString()
}

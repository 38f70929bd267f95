import { trashedBefore } from '@loci/palace-hierarchy'
import { ensureScheduled, hasOldJobs, type Log, periodStart, priorities } from '@loci/scheduler'
import { type Db, rows, tables } from '@loci/store'
import { sql } from 'drizzle-orm'
import { eventHours } from './jobs/retention.ts'
import type { Palace } from './palace.ts'

const hour = 60 * 60 * 1000
const day = 24 * 60 * 60
// what a job holds, its payload, is content: it is kept no longer than somebody may ask for it
const jobDays = 30

/** Queues what is to be done again and again. Any number of processes may tick: a period has one job. */
export interface Schedules {
  start(): void
  close(): Promise<void>
}

export function createSchedules(palace: Palace, log: Log): Schedules {
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  const tick = () => {
    running = running
      .then(() => scheduleAll(palace, new Date()))
      .catch((error: unknown) => log.warn({ err: error }, 'nothing was scheduled'))
  }
  return {
    start() {
      if (timer !== undefined) return
      timer = setInterval(tick, hour).unref()
      tick()
    },
    async close() {
      clearInterval(timer)
      await running
    },
  }
}

/** What is due at a time, in every palace. */
async function scheduleAll({ store, config, wakeWorkers }: Palace, now: Date): Promise<void> {
  const palaces = await store.read((db) => rows<{ id: string }>(db, sql`select id from ${tables.palaces}`))
  let queued = 0
  for (const { id } of palaces)
    for (const schedule of [
      (tx: Db) => schedulePurge(tx, id, config.trashDays, now),
      (tx: Db) => scheduleRetention(tx, id, now),
    ])
      if (await store.transaction(schedule)) queued++
  if (queued > 0) wakeWorkers()
}

/** Queues the day's purge when the trash holds something that is old enough; never when it is kept for ever. */
async function schedulePurge(tx: Db, palaceId: string, days: number, now: Date): Promise<boolean> {
  if (days === 0 || !(await trashedBefore(tx, { palaceId, days }))) return false
  const job = await ensureScheduled(tx, {
    palaceId,
    kind: 'purge',
    payload: { older_than_days: days },
    writesPalace: false,
    createdBy: 'loci',
    priority: priorities.background,
    period: periodStart(now, day),
  })
  return job !== undefined
}

/** Queues the day's removal of old jobs when there are any. */
async function scheduleRetention(tx: Db, palaceId: string, now: Date): Promise<boolean> {
  if (!(await hasOldJobs(tx, { palaceId, olderThanDays: jobDays, eventHours }))) return false
  const job = await ensureScheduled(tx, {
    palaceId,
    schedule: 'job-retention',
    kind: 'purge',
    payload: { what: 'jobs', older_than_days: jobDays },
    writesPalace: false,
    createdBy: 'loci',
    priority: priorities.background,
    period: periodStart(now, day),
  })
  return job !== undefined
}

import { type Db, newId, rows, type Store, tables } from '@loci/store'
import { test } from '@loci/testing'
import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { claimJobs } from './claim-jobs.ts'
import type { Claim } from './claim.ts'
import { completeJob, failJob, releaseJob } from './end-job.ts'
import type { JobRow, JobStatus } from './job-row.ts'
import { recoverJobs } from './recover-jobs.ts'
import { requestCancel, requestPause, requestResume, requestRetry } from './requests.ts'
import { read, submit, tamper } from './scheduler.fixture.ts'
import { type JobEvent, jobEvents, transition } from './transitions.ts'

const fault = { code: 'internal', message: '', help: '' }
const lease = '00000000-0000-4000-8000-000000000001'

// the statements that bring each event about, run on one job in a state of the test's making
const happen: Record<JobEvent, (db: Db, job: JobRow) => Promise<unknown>> = {
  claim: (db, { kind }) => claimJobs(db, { kinds: [kind], lowest: 0, limit: 1, leaseSeconds: 60 }),
  complete: (db, job) => completeJob(db, held(job), {}),
  fail: (db, job) => failJob(db, held(job), fault),
  backoff: (db, job) => releaseJob(db, held(job), { fault, delayMilliseconds: 1000 }),
  retry: requestRetry,
  resume: requestResume,
  pause: async (db, job) => {
    await requestPause(db, job)
    await releaseJob(db, held(job))
  },
  cancel: async (db, job) => {
    await requestCancel(db, job)
    await releaseJob(db, held(job))
  },
  yield: (db, job) => releaseJob(db, held(job)),
  release: (db, job) => releaseJob(db, held(job)),
  recover: async (db, job) => {
    await rows(db, sql`update ${tables.jobs} set lease_until = now() - interval '1 second' where id = ${job.id}`)
    await recoverJobs(db, { limit: 1000 })
  },
}

const held = ({ palaceId, id }: JobRow): Claim => ({ palaceId, id, lease })

async function jobThatIs(store: Store, status: JobStatus): Promise<JobRow> {
  const job = await submit(store)
  const leased = status === 'running' ? sql`${lease}, lease_until = now() + interval '1 hour'` : sql`null`
  await tamper(store, job, sql`status = ${status}, attempt = 1, lease = ${leased}`)
  return job
}

describe('every statement does what the table of transitions says', () => {
  test.for(tables.jobStatuses.flatMap((status) => jobEvents.map((event) => [status, event] as const)))(
    '%s, %s',
    async ([status, event], { store }) => {
      const job = await jobThatIs(store, status)
      await store
        .read((db) => happen[event](db, job))
        .catch((error: unknown) => expect(error).toMatchObject({ code: 'job.transition_invalid' }))
      const after = await read(store, job)
      expect(after.status).toBe(transition(status, event) ?? status)
      const ended = ['completed', 'failed', 'cancelled'].includes(after.status) && after.status !== status
      expect(after.completedAt !== null).toBe(ended)
      expect(after.lease !== null).toBe(after.status === 'running')
      expect(after.requested).toBeNull()
    },
  )
})

test('a refused request says what is allowed', async ({ store }) => {
  const job = await jobThatIs(store, 'running')
  await expect(store.read((db) => requestResume(db, job))).rejects.toMatchObject({
    code: 'job.transition_invalid',
    message: 'cannot resume a job that is running',
    details: { status: 'running', allowed: ['pause', 'cancel'] },
  })
  const elsewhere = { palaceId: newId(), id: job.id }
  for (const request of [requestCancel, requestPause, requestResume, requestRetry])
    await expect(store.read((db) => request(db, elsewhere))).rejects.toMatchObject({ code: 'job.not_found' })
})

test('a cancel outranks a pause, whichever comes first', async ({ store }) => {
  const first = await jobThatIs(store, 'running')
  expect((await requestPause(store.db, first)).requested).toBe('pause')
  expect((await requestCancel(store.db, first)).requested).toBe('cancel')
  expect((await requestPause(store.db, first)).requested).toBe('cancel')
  expect(await releaseJob(store.db, held(first))).toBe('cancelled')
})

test('a pause or cancel that was acknowledged outlives the worker', async ({ store }) => {
  const [cancelled, paused] = [await jobThatIs(store, 'running'), await jobThatIs(store, 'running')]
  await requestCancel(store.db, cancelled)
  await requestPause(store.db, paused)
  for (const job of [cancelled, paused]) await happen.recover(store.db, job)
  expect(await read(store, cancelled)).toMatchObject({ status: 'cancelled', completedAt: expect.any(Date) })
  expect(await read(store, paused)).toMatchObject({ status: 'paused', recoveries: 1 })
})

test('a fault that may pass does not lose a cancel', async ({ store }) => {
  const job = await jobThatIs(store, 'running')
  await requestCancel(store.db, job)
  expect(await happen.backoff(store.db, job)).toBe('cancelled')
})

test('a retry starts over with all attempts and recoveries, at the resume point', async ({ store }) => {
  const job = await jobThatIs(store, 'failed')
  await tamper(store, job, sql`recoveries = 3, resume_point = '{"next": 7}', error = '{}', completed_at = now()`)
  const again = await requestRetry(store.db, job)
  expect(again).toMatchObject({ attempt: 0, recoveries: 0, error: null, completedAt: null, resumePoint: { next: 7 } })
})

test('what jsonb refuses does not keep a job from ending', async ({ store }) => {
  const job = await jobThatIs(store, 'running')
  expect(await completeJob(store.db, held(job), { nul: 'a\0b', half: '\ud800' })).toBe('completed')
  expect((await read(store, job)).result).toEqual({ nul: 'a\ufffdb', half: '\ufffd' })
})

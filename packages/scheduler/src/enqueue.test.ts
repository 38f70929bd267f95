import { newId, rows, type Store } from '@loci/store'
import { test } from '@loci/testing'
import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { claimJobs } from './claim-jobs.ts'
import { enqueue, type JobSubmission } from './enqueue.ts'
import { getJob } from './list-jobs.ts'
import { lockPalaceWriters, pendingWriters } from './palace-writers.ts'
import { presentJob } from './present-job.ts'
import { createPalace, submit, tamper } from './scheduler.fixture.ts'
import { ensureScheduled, periodStart } from './schedules.ts'

const job = (palaceId: string, more: Partial<JobSubmission> = {}): JobSubmission => ({
  palaceId,
  kind: 'sample',
  payload: { b: 1, a: [2, { c: 'three' }] },
  writesPalace: false,
  createdBy: 'test',
  ...more,
})

const attempt = (store: Store, submission: JobSubmission) => store.transaction((tx) => enqueue(tx, submission))

describe('enqueue', () => {
  test('queues what it was given', async ({ store }) => {
    const palaceId = await createPalace(store)
    const { job: row, created } = await attempt(store, job(palaceId, { priority: 75, maxAttempts: 5 }))
    expect(created).toBe(true)
    expect(row).toMatchObject({ status: 'queued', priority: 75, maxAttempts: 5, attempt: 0, resumePoint: null })
    expect(presentJob(await getJob(store.db, row))).toMatchObject({
      id: row.id,
      kind: 'sample',
      payload: { a: [2, { c: 'three' }], b: 1 },
      progress: { current: 0, total: null, message: '' },
      created_at: row.createdAt.toISOString(),
      started_at: null,
    })
  })

  test('queues nothing when the transaction of the caller fails', async ({ store }) => {
    const palaceId = await createPalace(store)
    const given = await store
      .transaction(async (tx) => {
        throw Object.assign(new Error('no'), { job: (await enqueue(tx, job(palaceId))).job })
      })
      .catch((error: { job: { palaceId: string; id: string } }) => error.job)
    await expect(getJob(store.db, given)).rejects.toMatchObject({ code: 'job.not_found' })
  })

  test('gives the first job for the same key, however many ask at once', async ({ store }) => {
    const palaceId = await createPalace(store)
    const all = await Promise.all(
      Array.from({ length: 8 }, () => attempt(store, job(palaceId, { idempotencyKey: 'once' }))),
    )
    expect(new Set(all.map((one) => one.job.id)).size).toBe(1)
    expect(all.filter(({ created }) => created)).toHaveLength(1)
    const reordered = await attempt(
      store,
      job(palaceId, { idempotencyKey: 'once', payload: { a: [2, { c: 'three' }], b: 1 } }),
    )
    expect(reordered).toMatchObject({ created: false, job: { id: all[0]?.job.id } })
  })

  test('refuses a key that was used for another job', async ({ store }) => {
    const palaceId = await createPalace(store)
    const { job: first } = await attempt(store, job(palaceId, { idempotencyKey: 'k' }))
    for (const other of [{ payload: {} }, { kind: 'other' }])
      await expect(attempt(store, job(palaceId, { idempotencyKey: 'k', ...other }))).rejects.toMatchObject({
        code: 'job.key_reused',
        details: { job_id: first.id },
      })
    const elsewhere = await attempt(store, job(await createPalace(store), { idempotencyKey: 'k', payload: {} }))
    expect(elsewhere.created).toBe(true)
  })

  test('leaves the keys of schedules alone', async ({ store }) => {
    const palaceId = await createPalace(store)
    await expect(attempt(store, job(palaceId, { idempotencyKey: 'schedule:x' }))).rejects.toMatchObject({
      code: 'input.invalid',
    })
  })
})

describe('writers of a palace', () => {
  test('are known until they end', async ({ store }) => {
    const palaceId = await createPalace(store)
    await submit(store, { palaceId, writesPalace: false })
    const writers = await Promise.all([1, 2, 3, 4].map(() => submit(store, { palaceId, writesPalace: true })))
    const [a, b, c, d] = writers.toSorted((x, y) => x.id.localeCompare(y.id))
    if (!a || !b || !c || !d) throw new Error('four were submitted')
    await tamper(store, a, sql`status = 'paused'`)
    await tamper(store, b, sql`status = 'running'`)
    await tamper(store, c, sql`status = 'completed'`)
    expect(await pendingWriters(store.db, palaceId)).toEqual([
      { id: a.id, kind: a.kind, status: 'paused' },
      { id: b.id, kind: b.kind, status: 'running' },
      { id: d.id, kind: d.kind, status: 'queued' },
    ])
  })

  test('are not submitted while somebody holds the lock of their palace', async ({ store, database }) => {
    const palaceId = await createPalace(store)
    const order: string[] = []
    let submitting: Promise<unknown> | undefined
    await store.transaction(async (tx) => {
      await lockPalaceWriters(tx, palaceId)
      submitting = submit(store, { palaceId, writesPalace: true }).then(() => order.push('submitted'))
      // on the embedded one the transaction itself holds everybody off
      if (database.kind === 'server') await submit(store, { palaceId, writesPalace: false })
      expect(await pendingWriters(tx, palaceId)).toEqual([])
      order.push('checked')
    })
    await submitting
    expect(order).toEqual(['checked', 'submitted'])
  })
})

describe('schedules', () => {
  test('make one job a period, however many schedulers there are', async ({ store }) => {
    const palaceId = await createPalace(store)
    const kind = newId()
    const ask = (period: string) =>
      store.transaction((tx) => ensureScheduled(tx, { ...job(palaceId, { kind, priority: 0 }), period }))
    for (const period of ['one', 'two']) {
      const made = await Promise.all(Array.from({ length: 8 }, () => ask(period)))
      expect(made.filter((row) => row !== undefined)).toHaveLength(1)
    }
    const claimed = await claimJobs(store.db, { kinds: [kind], lowest: 0, limit: 10, leaseSeconds: 60 })
    expect(claimed).toHaveLength(2)
  })

  test('count periods in UTC', () => {
    expect(periodStart(new Date('2026-03-29T23:59:59.999Z'), 86_400)).toBe('2026-03-29T00:00:00.000Z')
    expect(periodStart(new Date('2026-03-29T14:59:00Z'), 900)).toBe('2026-03-29T14:45:00.000Z')
  })
})

test('a statement of the scheduler leaves no lock behind', async ({ store }) => {
  await submit(store, { writesPalace: true })
  const here = sql`database = (select oid from pg_database where datname = current_database())`
  expect(await rows(store.db, sql`select 1 from pg_locks where locktype = 'advisory' and ${here}`)).toEqual([])
})

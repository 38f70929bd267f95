import { PalaceError } from '@loci/contract'
import { newId, type Store } from '@loci/store'
import { test } from '@loci/testing'
import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { itemHandler } from './item-handler.fixture.ts'
import { priorities } from './priorities.ts'
import { requestCancel, requestPause, requestResume, requestRetry } from './requests.ts'
import { createGate, createPalace, job, patience, read, startWorkers, submit, tamper } from './scheduler.fixture.ts'
import { waitForJob } from './wait-for-job.ts'

describe('workers', () => {
  test('do a job and keep its result and progress', async ({ store }) => {
    const { palaceId, id, kind } = await submit(store, { payload: { to: 3 } })
    const seen: unknown[] = []
    const handler = job(async ({ payload, progress }) => {
      for (let i = 1; i <= Number(payload['to']); i++) await progress(i, 3, `step ${i}`)
      return { done: true }
    })
    const workers = startWorkers(store, { [kind]: handler })
    const done = await workers.runUntil({ palaceId, id }, (state) => seen.push(state))
    expect(done).toMatchObject({
      status: 'completed',
      result: { done: true },
      progress: { current: 3, total: 3, message: 'step 3' },
      attempt: 1,
      error: null,
      lease: null,
    })
    expect(seen.at(-1)).toMatchObject({ status: 'completed', progress: { current: 3, total: 3, message: 'step 3' } })
  })

  test('leave a job of a kind they do not know', async ({ store }) => {
    const unknown = await submit(store)
    const known = await submit(store)
    const workers = startWorkers(store, { [known.kind]: job(async () => null) })
    await workers.runUntil(known)
    expect(await read(store, unknown)).toMatchObject({ status: 'queued', attempt: 0 })
  })

  test('start no more than their slots, and leave one of them free of background work', async ({ store }) => {
    const [palaceId, kind] = [await createPalace(store), newId()]
    const gate = createGate()
    const started: number[] = []
    const handler = job(async (context) => {
      started.push(context.job.priority)
      await gate.passed
      return null
    })
    const background = await Promise.all(
      Array.from({ length: 6 }, () => submit(store, { palaceId, kind, priority: priorities.background })),
    )
    const workers = startWorkers(store, { [kind]: handler }, { concurrency: 3 })
    await expect.poll(() => started.length, patience).toBe(2)
    const normal = await Promise.all([1, 2].map(() => submit(store, { palaceId, kind })))
    workers.wake()
    await expect.poll(() => started, patience).toEqual([0, 0, 50])
    gate.open()
    await Promise.all([...background, ...normal].map((one) => waitForJob(store, one)))
    expect(started.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 0, 0, 0, 50, 50])
  })
})

describe('a running job', () => {
  test('pauses at its next item, and resumes there', async ({ store }) => {
    const target = await submit(store)
    const items: number[] = []
    const [reached, ten] = [createGate(), createGate()]
    const onItem = (item: number) => {
      items.push(item)
      if (item === 3) reached.open()
      if (item === 10) ten.open()
    }
    const workers = startWorkers(store, { [target.kind]: itemHandler(store, { onItem }) })
    await reached.passed
    expect((await store.read((db) => requestPause(db, target))).requested).toBe('pause')
    const paused = await waitForJob(store, target)
    expect(paused).toMatchObject({ status: 'paused', attempt: 0, resumePoint: { next: items.length }, requested: null })
    await store.read((db) => requestResume(db, target))
    workers.wake()
    await ten.passed
    await store.read((db) => requestCancel(db, target))
    const cancelled = await waitForJob(store, target)
    expect(cancelled).toMatchObject({ status: 'cancelled', completedAt: expect.any(Date) })
    expect(items).toEqual(items.map((_, index) => index))
  })

  test('hears of a cancel without a checkpoint of its own', async ({ store }) => {
    const target = await submit(store)
    const begun = createGate()
    const handler = job(async ({ shouldStop, stopHere }) => {
      begun.open()
      await expect.poll(shouldStop, patience).toBe('cancel')
      return stopHere()
    })
    const workers = startWorkers(store, { [target.kind]: handler })
    await begun.passed
    await store.read((db) => requestCancel(db, target))
    workers.wake()
    expect((await waitForJob(store, target)).status).toBe('cancelled')
  })

  test('that takes longer than its kind may fails, whatever its handler does', async ({ store }) => {
    const target = await submit(store)
    const workers = startWorkers(store, {
      [target.kind]: job(() => new Promise(() => {}), { wallSeconds: 0.05 }),
    })
    const failed = await workers.runUntil(target)
    expect(failed).toMatchObject({ status: 'failed', attempt: 1, error: { code: 'job.overran' } })
  })

  test('does not let go of its transaction half done', async ({ store }) => {
    const target = await submit(store)
    const handler = job(async ({ checkpoint }) => {
      await store.transaction(async (tx) => {
        await checkpoint(tx, { next: 1 })
        throw new PalaceError('input.invalid', 'cannot be')
      })
      return null
    })
    const workers = startWorkers(store, { [target.kind]: handler })
    const failed = await workers.runUntil(target)
    expect(failed).toMatchObject({ status: 'failed', resumePoint: null, attempt: 1 })
    expect(failed.error).toMatchObject({ code: 'input.invalid', message: 'cannot be' })
  })
})

describe('a fault', () => {
  async function failing(store: Store, error: Error, times: number) {
    const target = await submit(store, { maxAttempts: 3 })
    let runs = 0
    const handler = job(async () => {
      if (++runs <= times) throw error
      return { runs }
    })
    const workers = startWorkers(store, { [target.kind]: handler }, { random: () => 1 })
    return { target, workers, runs: () => runs }
  }

  test('that may pass is tried again, later each time, until it passes', async ({ store }) => {
    const { target, workers } = await failing(store, new PalaceError('unavailable', 'not now'), 2)
    for (const [attempt, delay] of [
      [1, 500],
      [2, 1000],
    ] as const) {
      await expect.poll(() => read(store, target), patience).toMatchObject({ status: 'queued', attempt })
      const waiting = await read(store, target)
      expect(waiting.error).toMatchObject({ code: 'unavailable', message: 'not now' })
      expect(Math.abs(Number(waiting.runAt) - Date.now() - delay)).toBeLessThan(400)
      await tamper(store, target, sql`run_at = now()`)
      workers.wake()
    }
    expect(await waitForJob(store, target)).toMatchObject({ status: 'completed', result: { runs: 3 }, error: null })
  })

  test('that does not pass fails the job after the last attempt, and shows nothing of our insides', async ({
    store,
  }) => {
    const { target, workers, runs } = await failing(store, new Error('select secret from table'), 9)
    for (const attempt of [1, 2]) {
      await expect.poll(() => read(store, target), patience).toMatchObject({ status: 'queued', attempt })
      await tamper(store, target, sql`run_at = now()`)
      workers.wake()
    }
    const failed = await waitForJob(store, target)
    expect(failed).toMatchObject({ status: 'failed', attempt: 3, error: { code: 'internal' } })
    expect(JSON.stringify(failed)).not.toContain('secret')
    expect(runs()).toBe(3)
    await store.read((db) => requestRetry(db, target))
    await expect.poll(runs, patience).toBe(4)
  })

  test('that cannot pass fails the job at once', async ({ store }) => {
    const { target, runs } = await failing(store, new PalaceError('source.unreadable', 'no such folder'), 9)
    expect(await waitForJob(store, target)).toMatchObject({ status: 'failed', error: { code: 'source.unreadable' } })
    expect(runs()).toBe(1)
  })
})

describe('critical work', () => {
  test('makes the least job step aside at its next item, which goes on afterwards', async ({ store }) => {
    const [palaceId, kind, urgent] = [await createPalace(store), newId(), newId()]
    const order: string[] = []
    const started = createGate()
    let running = 0
    const slow = job(async (context) => {
      order.push(`begin ${context.job.priority}`)
      if (++running === 2) started.open()
      for (let next = 0; ; next++) {
        const reason = context.shouldStop()
        if (reason) {
          order.push(`${reason} ${context.job.priority}`)
          context.stopHere()
        }
        await store.transaction((tx) => context.checkpoint(tx, { next }))
      }
    })
    const handlers = { [kind]: slow, [urgent]: job(async () => null) }
    const least = await submit(store, { palaceId, kind, priority: priorities.background })
    const other = await submit(store, { palaceId, kind, priority: priorities.normal })
    const workers = startWorkers(store, handlers, { concurrency: 2 })
    await started.passed
    const critical = await submit(store, { palaceId, kind: urgent, priority: priorities.critical })
    expect(await workers.runUntil(critical)).toMatchObject({ status: 'completed', attempt: 1 })
    expect(order).toContain('yield 0')
    expect(order).not.toContain('yield 50')
    await expect.poll(() => order.filter((line) => line === 'begin 0').length, patience).toBe(2)
    expect(await read(store, least)).toMatchObject({ status: 'running', attempt: 1, recoveries: 0 })
    for (const one of [least, other]) await store.read((db) => requestCancel(db, one))
    for (const one of [least, other]) await waitForJob(store, one)
  })
})

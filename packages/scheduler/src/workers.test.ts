import { PalaceError } from '@loci/contract'
import { newId, openStore, type Store } from '@loci/store'
import { test } from '@loci/testing'
import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import type { JobContext, JobHandler } from './handler.ts'
import { itemHandler } from './item-handler.fixture.ts'
import { priorities } from './priorities.ts'
import { requestCancel, requestPause, requestResume, requestRetry } from './requests.ts'
import { createGate, createPalace, patience, read, startWorkers, submit, tamper } from './scheduler.fixture.ts'
import { waitForJob } from './wait-for-job.ts'

const job = (
  run: (context: JobContext) => Promise<Record<string, unknown> | null>,
  more: Partial<JobHandler> = {},
) => ({
  run,
  ...more,
})

/** Until the signal says that the run is over: a handler that never looks whether it should stop. */
const forever = ({ signal }: JobContext) =>
  new Promise<null>((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))

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

describe('a lost lease', () => {
  test('ends the run of the first worker: nothing it does is written any more', async ({ store, database }) => {
    const target = await submit(store)
    const [begun, taken] = [createGate(), createGate()]
    const outcome: unknown[] = []
    const first = job(async ({ checkpoint, progress, signal }) => {
      begun.open()
      await taken.passed
      for (const write of [() => store.transaction((tx) => checkpoint(tx, { by: 'first' })), () => progress(99)])
        outcome.push(await write().catch((error: Error) => error.name))
      outcome.push(signal.aborted)
      return { by: 'first' }
    })
    // a lease so long that only the checkpoint can find out
    const slow = startWorkers(store, { [target.kind]: first }, { pollMilliseconds: 3_600_000, leaseSeconds: 3600 })
    await begun.passed
    await tamper(store, target, sql`lease_until = now() - interval '1 second'`)

    const [holding, finish] = [createGate(), createGate()]
    const second = job(async () => {
      holding.open()
      await finish.passed
      return { by: 'second' }
    })
    const other = openStore(database)
    const workers = startWorkers(other, { [target.kind]: second })
    await holding.passed
    taken.open()
    await expect.poll(() => outcome, patience).toEqual(['LeaseLost', 'LeaseLost', true])
    expect(await read(store, target)).toMatchObject({ status: 'running', resumePoint: null, recoveries: 1 })
    finish.open()
    expect(await waitForJob(store, target)).toMatchObject({ status: 'completed', result: { by: 'second' } })
    await Promise.all([slow.close(), workers.close()])
    await other.close()
  })

  test('is noticed by a handler that only listens', async ({ store }) => {
    const target = await submit(store)
    const [begun, aborted] = [createGate(), createGate()]
    const handler = job(async (context) => {
      begun.open()
      await forever(context).finally(aborted.open)
      return null
    })
    startWorkers(store, { [target.kind]: handler })
    await begun.passed
    await tamper(store, target, sql`status = 'cancelled', lease = null`)
    await aborted.passed
    expect((await read(store, target)).status).toBe('cancelled')
  })

  test('is presumed when the database was away for as long as it lasts', async ({ store, database }) => {
    const target = await submit(store)
    const [begun, aborted] = [createGate(), createGate()]
    const handler = job(async (context) => {
      begun.open()
      await forever(context).finally(aborted.open)
      return null
    })
    const own = openStore(database)
    const workers = startWorkers(own, { [target.kind]: handler }, { leaseSeconds: 0.3 })
    await begun.passed
    await own.close()
    await aborted.passed
    await workers.close()
  })

  test('is kept as long as the worker lives', async ({ store }) => {
    const target = await submit(store)
    const [begun, finish] = [createGate(), createGate()]
    const handler = job(async () => {
      begun.open()
      await finish.passed
      return null
    })
    startWorkers(store, { [target.kind]: handler }, { leaseSeconds: 3 })
    await begun.passed
    const until = (await read(store, target)).leaseUntil
    await expect
      .poll(async () => Number((await read(store, target)).leaseUntil) - Number(until), patience)
      .toBeGreaterThan(700)
    finish.open()
    expect(await waitForJob(store, target)).toMatchObject({ status: 'completed', recoveries: 0 })
  })
})

describe('a drain', () => {
  test('gives running jobs back at their resume point and takes no other', async ({ store }) => {
    const [palaceId, kind] = [await createPalace(store), newId()]
    const reached = createGate()
    const onItem = (item: number) => {
      if (item === 2) reached.open()
    }
    const [first, second] = [await submit(store, { palaceId, kind }), await submit(store, { palaceId, kind })]
    const workers = startWorkers(store, { [kind]: itemHandler(store, { onItem }) }, { concurrency: 1 })
    await reached.passed
    await workers.drain(30)
    const given = await read(store, first)
    expect(given).toMatchObject({ status: 'queued', attempt: 0, recoveries: 0, lease: null })
    expect(given.resumePoint?.['next']).toBeGreaterThanOrEqual(2)
    expect(await read(store, second)).toMatchObject({ status: 'queued', startedAt: null })

    const seen: unknown[] = []
    const rest = job(async ({ resumePoint }) => {
      seen.push(resumePoint)
      return null
    })
    const next = startWorkers(store, { [kind]: rest }, { concurrency: 1 })
    await next.runUntil(second)
    expect(seen).toEqual([given.resumePoint, null])
  })

  test('aborts what does not stop in time, and leaves to its lease what does not notice', async ({ store }) => {
    const [listens, deaf] = [await submit(store), await submit(store)]
    const [a, b] = [createGate(), createGate()]
    const handlers = {
      [listens.kind]: job((context) => {
        a.open()
        return forever(context)
      }),
      [deaf.kind]: job(() => {
        b.open()
        return new Promise(() => {})
      }),
    }
    const workers = startWorkers(store, handlers)
    await Promise.all([a.passed, b.passed])
    await workers.drain(0.05)
    expect(await read(store, listens)).toMatchObject({ status: 'queued', attempt: 0, error: null })
    expect(await read(store, deaf)).toMatchObject({ status: 'running' })
    await tamper(store, deaf, sql`status = 'cancelled', lease = null`)
  })

  test('ends a wait for a job that will not run here', async ({ store }) => {
    const target = await submit(store)
    const workers = startWorkers(store, { other: job(async () => null) })
    const waiting = workers.runUntil(target)
    await workers.close()
    expect((await waiting).status).toBe('queued')
  })
})

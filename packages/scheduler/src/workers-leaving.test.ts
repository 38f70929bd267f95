import { newId, openStore } from '@loci/store'
import { test } from '@loci/testing'
import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { itemHandler } from './item-handler.fixture.ts'
import {
  createGate,
  createPalace,
  forever,
  job,
  patience,
  read,
  startWorkers,
  submit,
  tamper,
} from './scheduler.fixture.ts'
import { waitForJob } from './wait-for-job.ts'

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

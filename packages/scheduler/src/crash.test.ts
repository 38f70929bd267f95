import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { newId } from '@loci/store'
import { test, type TestDatabase } from '@loci/testing'
import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { itemHandler } from './item-handler.fixture.ts'
import { recoverJobs } from './recover-jobs.ts'
import { read, startWorkers, submit, tamper } from './scheduler.fixture.ts'

const program = fileURLToPath(new URL('./crash-worker.fixture.ts', import.meta.url))
// longer than the test: that a lease is over is said by the test, not by a clock
const leaseSeconds = 600
const expired = sql`lease_until = now() - interval '1 second'`

function startProcess(database: TestDatabase, kind: string, items: number): ChildProcess {
  const input = JSON.stringify({ ...database, kind, items, leaseSeconds })
  return spawn(process.execPath, ['--conditions=@loci/source', '--import', 'tsx', program, input], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** Kills the process once it has begun the item. */
async function killAt(child: ChildProcess, item: number): Promise<void> {
  if (!child.stdout) throw new Error('its output is piped')
  for await (const line of createInterface(child.stdout)) if (Number(line) >= item) break
  child.kill('SIGKILL')
  await once(child, 'exit')
}

describe('a worker that is killed', { timeout: 60_000 }, () => {
  test('costs one recovery, and another goes on where it was', async ({ store, database }) => {
    const kind = newId()
    const job = await submit(store, { kind })
    await killAt(startProcess(database, kind, 1_000_000), 20)
    const left = await read(store, job)
    expect(left).toMatchObject({ status: 'running', attempt: 1, recoveries: 0 })

    await tamper(store, job, expired)
    const next = Number(left.resumePoint?.['next'])
    expect(next).toBeGreaterThanOrEqual(20)
    const items: number[] = []
    const onItem = (item: number) => {
      items.push(item)
    }
    const handler = itemHandler(store, { items: next + 10, onItem })
    const workers = startWorkers(store, { [kind]: handler }, { leaseSeconds })
    expect(await workers.runUntil(job)).toMatchObject({ status: 'completed', attempt: 1, recoveries: 1 })
    expect(items).toEqual(Array.from({ length: 10 }, (_, index) => next + index))
  })

  test('fails the job at the third time', async ({ store, database }) => {
    const kind = newId()
    const job = await submit(store, { kind })
    for (const crash of [1, 2, 3]) {
      await killAt(startProcess(database, kind, 1_000_000), crash * 5)
      expect(await read(store, job)).toMatchObject({ status: 'running', recoveries: crash - 1 })
      await tamper(store, job, expired)
      await recoverJobs(store.db, { limit: 10 })
    }
    const failed = await read(store, job)
    expect(failed).toMatchObject({ status: 'failed', recoveries: 3, completedAt: expect.any(Date) })
    expect(failed.error).toMatchObject({ code: 'job.crashed', message: expect.stringContaining('3 times') })
    expect(Number(failed.resumePoint?.['next'])).toBeGreaterThanOrEqual(15)
  })

  test('counts once, whoever notices', async ({ store }) => {
    const job = await submit(store)
    await tamper(store, job, sql`status = 'running', lease = ${newId()}, lease_until = now() - interval '1 second'`)
    const noticed = await Promise.all(Array.from({ length: 8 }, () => recoverJobs(store.db, { limit: 10 })))
    expect(noticed.flat()).toHaveLength(1)
    expect(await read(store, job)).toMatchObject({ status: 'queued', recoveries: 1 })
  })
})

import { once } from 'node:events'
import { newId, rows, tables } from '@loci/store'
import { openTestService, test, testEnvironment } from '@loci/testing'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { endLeases, startWorker } from './workers.fixture.ts'

// more of both for a long look: KILLS=50 ITEMS=2000 WORKERS=4
const kills = Number(process.env['KILLS'] ?? 3)
const itemCount = Number(process.env['ITEMS'] ?? 60)
const workerCount = Number(process.env['WORKERS'] ?? 2)

test(
  `of ${kills} checkpoints, each robbed of its worker, every item is filed once`,
  { timeout: 3_600_000 },
  async ({ database, store }) => {
    // it submits and asks, and does no work itself
    const service = await openTestService(database)
    const who = service.local('http')
    const environment = testEnvironment(database)
    const workers = await Promise.all(Array.from({ length: workerCount }, () => startWorker(environment)))
    try {
      for (let kill = 0; kill < kills; kill++) {
        const wing = `crash ${newId()}`
        const items = Array.from({ length: itemCount }, (_, index) => ({ wing, room: 'r', content: `item ${index}` }))
        const { job_id: id } = await service.call('checkpoint.save', { items }, who)
        const at = Math.floor(Math.random() * itemCount * 0.9)
        const show = () => service.call('job.show', { id }, who)
        await expect
          .poll(async () => (await show()).progress.current, { timeout: 300_000, interval: 5 })
          .toBeGreaterThanOrEqual(at)
        // all of them, as no one knows who has it
        const dead = workers.splice(0)
        for (const worker of dead) worker.kill('SIGKILL')
        await Promise.all(dead.map((worker) => once(worker, 'exit')))
        const left = await show()
        await endLeases(store)
        workers.push(...(await Promise.all(dead.map(() => startWorker(environment)))))
        await expect.poll(async () => (await show()).status, { timeout: 300_000, interval: 50 }).toBe('completed')
        const done = await show()
        if (left.status === 'running') expect(done.recoveries).toBe(1)
        expect(done.result).toMatchObject({ duplicates: [], errors: [] })
        expect(done.result?.['added']).toHaveLength(itemCount)
        const [filed] = await rows<{ drawers: number; texts: number }>(
          store.db,
          sql`select count(*)::int as drawers, count(distinct d.content)::int as texts from ${tables.drawers} d
          join ${tables.rooms} r on r.id = d.room_id join ${tables.wings} w on w.id = r.wing_id where w.name = ${wing}`,
        )
        expect(filed).toEqual({ drawers: itemCount, texts: itemCount })
      }
    } finally {
      for (const worker of workers) worker.kill('SIGKILL')
      await service.close()
    }
  },
)

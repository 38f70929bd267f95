import { test } from '@loci/testing'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { enqueue } from './enqueue.ts'
import { nextJobEvents } from './job-events.ts'
import { createPalace } from './scheduler.fixture.ts'

test('an event waits for every transaction that began before it, and none is passed over', async ({ store }) => {
  // the embedded database has one transaction at a time
  if (store.kind === 'embedded') return
  const palaceId = await createPalace(store)
  const submission = { palaceId, kind: 'sample', payload: {}, writesPalace: false, createdBy: 'test' }
  const next = (after: string) => nextJobEvents(store.db, { palaceId, after, limit: 10 })
  const [early, late] = await store.transaction(async (tx) => {
    // this one has its number before the other begins, and writes its event after it
    await tx.execute(sql`select pg_current_xact_id()`)
    const second = await store.transaction((other) => enqueue(other, submission))
    expect(await next('0.0')).toEqual({ items: [], position: '0.0', held: true })
    return [await enqueue(tx, submission), second]
  })
  const { items, held } = await next('0.0')
  expect(items.map(({ jobId }) => jobId)).toEqual([early.job.id, late.job.id])
  expect(held).toBe(false)
  expect((await next(items[0]?.position ?? '')).items.map(({ jobId }) => jobId)).toEqual([late.job.id])
})

import { newId } from '@loci/store'
import { test } from '@loci/testing'
import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { listJobs } from './list-jobs.ts'
import { removeFinished } from './retention.ts'
import { createPalace, read, submit, tamper } from './scheduler.fixture.ts'

describe('the list of jobs', () => {
  test('is newest first, in pages, and of one palace', async ({ store }) => {
    const palaceId = await createPalace(store)
    await submit(store)
    const ids: string[] = []
    for (let i = 0; i < 5; i++) ids.unshift((await submit(store, { palaceId })).id)
    const found: string[] = []
    let cursor: string | undefined
    do {
      const page = await listJobs(store.db, { palaceId, limit: 2, cursor })
      expect(page.items.length).toBeLessThanOrEqual(2)
      found.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(found).toEqual(ids)
  })

  test('is filtered by status and kind', async ({ store }) => {
    const palaceId = await createPalace(store)
    const [a, b, c] = [
      await submit(store, { palaceId, kind: 'a' }),
      await submit(store, { palaceId, kind: 'b' }),
      await submit(store, { palaceId, kind: 'a' }),
    ]
    await tamper(store, a, sql`status = 'failed'`)
    const list = async (filter: object) =>
      (await listJobs(store.db, { palaceId, limit: 10, ...filter })).items.map(({ id }) => id)
    expect(await list({ status: 'queued' })).toEqual([c.id, b.id])
    expect(await list({ kind: 'a' })).toEqual([c.id, a.id])
    expect(await list({ kind: 'a', status: 'failed' })).toEqual([a.id])
    expect(await list({ status: 'completed' })).toEqual([])
  })

  test('refuses a cursor that is not its own', async ({ store }) => {
    const palaceId = await createPalace(store)
    for (let i = 0; i < 2; i++) await submit(store, { palaceId })
    const { nextCursor } = await listJobs(store.db, { palaceId, limit: 1 })
    expect(nextCursor).toMatch(/^[\w-]+$/)
    const own = JSON.stringify([`jobs ${JSON.stringify([palaceId, null, null])}`, { id: "' or 1" }])
    for (const page of [
      { cursor: 'nonsense' },
      { cursor: nextCursor ?? '', status: 'queued' as const },
      { cursor: nextCursor ?? '', palaceId: newId() },
      { cursor: Buffer.from(own).toString('base64url') },
    ])
      await expect(listJobs(store.db, { palaceId, limit: 1, ...page })).rejects.toMatchObject({ code: 'input.invalid' })
  })
})

test('retention removes what ended long ago, in batches, and nothing else', async ({ store }) => {
  const palaceId = await createPalace(store)
  const old = sql`completed_at = now() - interval '31 days'`
  const gone = []
  for (const status of ['completed', 'failed', 'cancelled', 'completed', 'completed']) {
    const job = await submit(store, { palaceId })
    await tamper(store, job, sql`status = ${status}, ${old}`)
    gone.push(job)
  }
  const recent = await submit(store, { palaceId })
  await tamper(store, recent, sql`status = 'completed', completed_at = now() - interval '29 days'`)
  const running = await submit(store, { palaceId })
  await tamper(store, running, sql`status = 'running', ${old}`)
  const counts: number[] = []
  do counts.push(await removeFinished(store.db, { olderThanDays: 30, batch: 2 }))
  while (counts.at(-1) === 2)
  expect(counts).toEqual([2, 2, 1])
  for (const job of gone) await expect(read(store, job)).rejects.toMatchObject({ code: 'job.not_found' })
  for (const job of [recent, running]) expect(await read(store, job)).toMatchObject({ id: job.id })
})

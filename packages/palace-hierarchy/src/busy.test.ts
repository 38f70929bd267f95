import type { JobStatus } from '@loci/scheduler'
import { enqueue } from '@loci/scheduler'
import { newId, tables } from '@loci/store'
import { openTestService, test as base } from '@loci/testing'
import { eq, sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { unique } from './palace.fixture.ts'

// no workers: a job stays as it is put
const test = base.override('service', { scope: 'file' }, async ({ database }, { onCleanup }) => {
  const service = await openTestService(database)
  onCleanup(() => service.close())
  return service
})

const job = { kind: 'mine', payload: {}, writesPalace: true, createdBy: 'test' }

describe('while a job writes to the palace', () => {
  test.for<JobStatus>(['queued', 'running', 'paused'])(
    'and is %s, a wing or room is neither deleted nor merged',
    async (status, { call, store, principal: { palaceId } }) => {
      const [wing, other] = [unique('wing'), unique('other')]
      await call('drawer.create', { wing, room: 'room', name: 'd', content: 'text' })
      await call('room.create', { wing, name: 'other' })
      await call('wing.create', { name: other })
      const { job: pending } = await enqueue(store.db, { ...job, palaceId })
      await store.db.update(tables.jobs).set({ status }).where(eq(tables.jobs.id, pending.id))
      const refusal = { code: 'palace.busy', details: { jobs: [{ id: pending.id, kind: 'mine', status }] } }
      await expect(call('wing.delete', { wing })).rejects.toMatchObject(refusal)
      await expect(call('room.delete', { wing, room: 'room' })).rejects.toMatchObject(refusal)
      await expect(call('wing.merge', { wing, into: other })).rejects.toMatchObject(refusal)
      await expect(call('room.merge', { wing, room: 'room', into: 'other' })).rejects.toMatchObject(refusal)
      expect(await call('wing.show', { wing })).toMatchObject({ rooms: 2, drawers: 1, revision: 1 })
      expect(await call('drawer.delete', { wing, room: 'room', drawer: 'd' })).toMatchObject({ drawers: 1 })

      await store.db.update(tables.jobs).set({ status: 'cancelled' }).where(eq(tables.jobs.id, pending.id))
      expect(await call('wing.delete', { wing })).toMatchObject({ wings: 1, rooms: 2, drawers: 0 })
    },
  )

  test.for<JobStatus>(['completed', 'failed', 'cancelled'])(
    'and has %s, it is no longer in the way',
    async (status, { call, store, principal: { palaceId } }) => {
      const wing = unique('wing')
      await call('wing.create', { name: wing })
      const { job: ended } = await enqueue(store.db, { ...job, palaceId })
      await store.db.update(tables.jobs).set({ status }).where(eq(tables.jobs.id, ended.id))
      expect(await call('wing.delete', { wing })).toMatchObject({ wings: 1 })
    },
  )

  test('a job that only reads, or is of another palace, is not in the way', async ({ call, store, principal }) => {
    const wing = unique('wing')
    await call('wing.create', { name: wing })
    const elsewhere = newId()
    await store.db.insert(tables.palaces).values({ id: elsewhere, name: unique('palace') })
    await enqueue(store.db, { ...job, palaceId: elsewhere })
    await enqueue(store.db, { ...job, kind: 'audit', writesPalace: false, palaceId: principal.palaceId })
    expect(await call('wing.delete', { wing })).toMatchObject({ wings: 1 })
  })
})

describe('a job that is queued while a wing is deleted', () => {
  test('is queued after the delete, or the delete is refused', async ({ call, store, principal: { palaceId } }) => {
    for (let round = 0; round < 20; round++) {
      const wing = unique('race')
      await call('drawer.create', { wing, room: 'room', content: 'text' })
      // what each saw inside its transaction, which is before it is acknowledged
      const submit = store.transaction(async (tx) => {
        const { job: queued } = await enqueue(tx, { ...job, palaceId })
        const live = await tx.select().from(tables.liveWings).where(eq(tables.liveWings.name, wing))
        return { id: queued.id, sawWing: live.length > 0 }
      })
      const [queued, deleted] = await Promise.allSettled([submit, call('wing.delete', { wing })])
      if (queued.status === 'rejected') throw queued.reason
      if (deleted.status === 'fulfilled') expect(queued.value.sawWing).toBe(false)
      else expect(deleted.reason).toMatchObject({ code: 'palace.busy', details: { jobs: [{ id: queued.value.id }] } })
      await store.db.update(tables.jobs).set({ status: 'cancelled', completedAt: sql`now()` })
    }
  })
})

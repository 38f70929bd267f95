import { isPalaceError } from '@loci/contract'
import { rows, type Store } from '@loci/store'
import { test } from '@loci/testing'
import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { rounds, unique } from './palace.fixture.ts'

/** Live drawers in a room of the trash, and live rooms in a wing of the trash: there must be none. */
const orphans = ({ db }: Store) =>
  rows<{ id: string }>(
    db,
    sql`
      select d.id from loci.drawers d join loci.rooms r on (r.palace_id, r.id) = (d.palace_id, d.room_id)
      where d.deleted_at is null and r.deleted_at is not null
      union all
      select r.id from loci.rooms r join loci.wings w on (w.palace_id, w.id) = (r.palace_id, r.wing_id)
      where r.deleted_at is null and w.deleted_at is not null`,
  )

/** The values of what went through; whatever was refused must be one of the codes. */
function through<T>(ends: PromiseSettledResult<T>[], codes: string[] = []): T[] {
  return ends.flatMap((end) => {
    if (end.status === 'fulfilled') return [end.value]
    if (!isPalaceError(end.reason) || !codes.includes(end.reason.code)) throw end.reason
    return []
  })
}

describe('create against delete', () => {
  test('of the wing: every acknowledged drawer is alive, or went with the wing', async ({ call, store }) => {
    for (let round = 0; round < rounds(store); round++) {
      const wing = unique('race')
      const first = await call('drawer.create', { wing, room: 'room 0', name: 'first', content: 'first' })
      const creates = Array.from({ length: 18 }, (_, i) =>
        call('drawer.create', { wing, room: `room ${i % 3}`, name: `d${i}`, content: `text ${i}` }),
      )
      const [ends, deletes] = await Promise.all([
        Promise.allSettled(creates),
        Promise.allSettled([call('wing.delete', { wing }), call('wing.delete', { wing })]),
      ])
      const made = [first, ...through(ends)]
      const deleted = through(deletes, ['wing.not_found'])
      const all = await Promise.all(made.map(({ id }) => call('drawer.get', { id })))
      const taken = deleted.reduce((sum, { drawers }) => sum + drawers, 0)
      expect(all.filter(({ trashed }) => trashed)).toHaveLength(taken)
      const live = await call('wing.list', { prefix: wing })
      expect(live.items.reduce((sum, { drawers }) => sum + drawers, 0)).toBe(made.length - taken)
      expect(await orphans(store)).toEqual([])
    }
  })

  test('of the room: every acknowledged drawer is alive, or went with the room', async ({ call, store }) => {
    for (let round = 0; round < rounds(store); round++) {
      const place = { wing: unique('race'), room: 'room' }
      const first = await call('drawer.create', { ...place, content: 'first' })
      const creates = Array.from({ length: 19 }, (_, i) => call('drawer.create', { ...place, content: `text ${i}` }))
      const [ends, [end]] = await Promise.all([
        Promise.allSettled(creates),
        Promise.allSettled([call('room.delete', place)]),
      ])
      const made = [first, ...through(ends)]
      const [deleted] = through(end ? [end] : [])
      const all = await Promise.all(made.map(({ id }) => call('drawer.get', { id })))
      expect(all.filter(({ trashed }) => trashed)).toHaveLength(deleted?.drawers ?? -1)
      expect(await orphans(store)).toEqual([])
    }
  })
})

describe('change against delete', () => {
  test('moves into and out of a wing that is deleted leave nothing behind', async ({ call, store }) => {
    for (let round = 0; round < rounds(store); round++) {
      const [doomed, safe] = [unique('doomed'), unique('safe')]
      await call('room.create', { wing: doomed, name: 'moving room' })
      await call('wing.create', { name: safe })
      const inside = { wing: doomed, room: 'room' }
      const outside = { wing: safe, room: 'room' }
      for (let i = 0; i < 4; i++) {
        await call('drawer.create', { ...inside, name: `out ${i}`, content: `${i}` })
        await call('drawer.create', { ...outside, name: `in ${i}`, content: `${i}` })
      }
      const moves = [0, 1, 2, 3].flatMap((i) => [
        call('drawer.update', { ...inside, drawer: `out ${i}`, to_wing: safe }),
        call('drawer.update', { ...outside, drawer: `in ${i}`, to_wing: doomed }),
      ])
      const ends = await Promise.allSettled([
        ...moves,
        call('room.update', { wing: doomed, room: 'moving room', to_wing: safe }),
        call('wing.delete', { wing: doomed }),
      ])
      through<unknown>(ends, ['wing.not_found', 'room.not_found', 'drawer.not_found'])
      expect(ends.at(-1)?.status).toBe('fulfilled')
      expect(await orphans(store)).toEqual([])
    }
  })

  test('an edit of a drawer that is deleted is in its history before the trash, or refused', async ({
    call,
    store,
  }) => {
    for (let round = 0; round < rounds(store); round++) {
      const place = { wing: unique('race'), room: 'room' }
      const { id } = await call('drawer.create', { ...place, name: 'd', content: 'text' })
      const edits = Array.from({ length: 6 }, (_, i) =>
        call('drawer.update', { ...place, drawer: 'd', append: ` ${i}` }),
      )
      const ends = await Promise.allSettled([...edits, call('wing.delete', { wing: place.wing })])
      const done = through<unknown>(ends.slice(0, -1), ['wing.not_found', 'room.not_found', 'drawer.not_found'])
      const drawer = await call('drawer.get', { id })
      expect(drawer).toMatchObject({ trashed: true, revision: done.length + 2 })
      expect(drawer.content.split(' ')).toHaveLength(done.length + 1)
      expect(await orphans(store)).toEqual([])
    }
  })
})

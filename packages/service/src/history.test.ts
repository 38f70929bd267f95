import { type Store, tables } from '@loci/store'
import { test } from '@loci/testing'
import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'

async function changeSet({ db }: Store, id: string | null) {
  const { changeSets } = tables
  const [row] = await db
    .select()
    .from(changeSets)
    .where(eq(changeSets.id, id ?? ''))
  return row
}

describe('a change set', () => {
  test('says who did what, through which door, and when', async ({ service, store }) => {
    const channels = ['http', 'mcp', 'cli'] as const
    for (const channel of channels) {
      const before = Date.now()
      const who = { ...service.local(channel, `session of ${channel}`), actor: 'ada' }
      const wing = `work ${channel}`
      const made = await service.call('drawer.create', { wing, room: 'room', name: 'd', content: 'text' }, who)
      const row = await changeSet(store, made.change_set)
      expect(row).toMatchObject({
        actor: 'ada',
        channel,
        session: `session of ${channel}`,
        operation: 'drawer.create',
        summary: `file d in ${wing}/room`,
        undoes: null,
      })
      expect(Math.abs((row?.at.getTime() ?? 0) - before)).toBeLessThan(60_000)
    }
  })

  test('says in a line what happened', async ({ call, store }) => {
    const summaries: [Promise<{ change_set: string | null }>, string, string][] = []
    const did = async (write: Promise<{ change_set: string | null }>, operation: string, summary: string) => {
      await write
      summaries.push([write, operation, summary])
    }
    const wing = 'summaries'
    await did(call('wing.create', { name: wing }), 'wing.create', 'create wing summaries')
    await did(call('room.create', { wing, name: 'r' }), 'room.create', 'create room summaries/r')
    await did(call('room.update', { wing, room: 'r', name: 'q' }), 'room.update', 'edit room summaries/q')
    await did(call('drawer.create', { wing, room: 'q', content: 'x' }), 'drawer.create', 'file a drawer in summaries/q')
    await did(
      call('drawer.create', { wing, room: 'q', name: 'd', content: 'y' }),
      'drawer.create',
      'file d in summaries/q',
    )
    await did(
      call('drawer.update', { wing, room: 'q', drawer: 'd', append: '!', tags: ['t'] }),
      'drawer.update',
      'edit content, tags of summaries/q/d',
    )
    await did(call('drawer.delete', { wing, room: 'q', drawer: 'd' }), 'drawer.delete', 'delete summaries/q/d')
    await did(call('wing.delete', { wing }), 'wing.delete', 'delete wing summaries (1 room, 1 drawer)')
    for (const [write, operation, summary] of summaries)
      expect(await changeSet(store, (await write).change_set)).toMatchObject({ operation, summary })
  })

  test('is not written when nothing changed, or when the write failed', async ({ call, store }) => {
    const count = () => store.db.$count(tables.changeSets)
    const place = { wing: 'nothing', room: 'room' }
    await call('drawer.create', { ...place, name: 'd', content: 'text' })
    const before = await count()
    await call('drawer.create', { ...place, name: 'd', content: 'text' })
    await call('drawer.update', { ...place, drawer: 'd', content: 'text' })
    await expect(call('drawer.create', { ...place, name: 'd', content: 'other' })).rejects.toMatchObject({
      code: 'drawer.name_taken',
    })
    await expect(call('drawer.create', { wing: 'new wing', room: 'a/b', content: 'x' })).rejects.toMatchObject({
      code: 'palace.path_invalid',
    })
    await expect(call('wing.show', { wing: 'new wing' })).rejects.toMatchObject({ code: 'wing.not_found' })
    expect(await count()).toBe(before)
  })

  test('holds every revision, and every revision is of one', async ({ store }) => {
    const { changeSets, revisions } = tables
    const sets = await store.db.select({ id: changeSets.id }).from(changeSets)
    const named = await store.db.selectDistinct({ id: revisions.changeSetId }).from(revisions)
    expect(named.map(({ id }) => id).toSorted()).toEqual(sets.map(({ id }) => id).toSorted())
  })
})

import { contentColumns, contentFreeColumns, rows, tables } from '@loci/store'
import { test } from '@loci/testing'
import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'

const secret = 'quexolotl'

/** Every table whose rows, as text, hold a word. */
async function placesOf(store: Parameters<typeof rows>[0], word: string): Promise<string[]> {
  const all = await rows<{ name: string }>(
    store,
    sql`select table_name as name from information_schema.tables
      where table_schema = 'loci' and table_type = 'BASE TABLE'`,
  )
  const found: string[] = []
  for (const { name } of all) {
    const [row] = await rows<{ count: number }>(
      store,
      sql`select count(*)::int as count from loci.${sql.identifier(name)} t where lower(t::text) like ${`%${word}%`}`,
    )
    if ((row?.count ?? 0) > 0) found.push(name)
  }
  return found
}

test('every column that may hold content is known to hold some or none', async ({ store }) => {
  const found = await rows<{ name: string }>(
    store.db,
    sql`select c.table_name || '.' || c.column_name as name
      from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'loci' and t.table_type = 'BASE TABLE'
        and c.data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY', 'tsvector', 'bytea', 'USER-DEFINED')
      order by 1`,
  )
  const known = [...contentColumns.map(({ table, column }) => `${table}.${column}`), ...contentFreeColumns]
  expect(found.map(({ name }) => name)).toEqual(known.toSorted())
})

describe('a purge', () => {
  test('leaves nothing of a drawer but a receipt', async ({ call, store, principal }) => {
    const where = { wing: 'purged', room: 'room' }
    const made = await call('drawer.create', {
      ...where,
      name: `${secret} name`,
      content: `${secret} text`,
      tags: [secret],
    })
    await call('drawer.update', { ...where, drawer: made.id, content: `${secret} again`, name: `${secret} other` })
    await store.db.insert(tables.jobs).values({
      palaceId: principal.palaceId,
      id: made.change_set ?? '',
      kind: 'checkpoint',
      status: 'completed',
      payload: { items: [{ content: `${secret} text`, room: 'room' }] },
      writesPalace: true,
      createdBy: 'local',
    })
    await call('drawer.delete', { ...where, drawer: made.id })
    expect(await placesOf(store.db, secret)).toContain('revisions')
    const dry = await call('trash.purge', { id: made.id, dry_run: true })
    expect(dry).toMatchObject({ purged: { drawers: 1 }, receipt: null, change_set: null })
    expect((await call('drawer.get', { id: made.id })).trashed).toBe(true)

    const { purged, receipt, change_set } = await call('trash.purge', { id: made.id })
    expect(purged).toMatchObject({ wings: 0, rooms: 0, drawers: 1, facts: 0, revisions: 4 })
    expect(await placesOf(store.db, secret)).toEqual([])
    const [kept] = await store.db.select().from(tables.receipts)
    expect(kept).toMatchObject({ id: receipt, changeSetId: change_set, actor: 'local', drawers: 1, revisions: 4 })

    for (const name of ['drawer.get', 'revision.list', 'trash.restore', 'trash.purge'] as const)
      await expect(call(name, { id: made.id })).rejects.toMatchObject({
        code: expect.stringMatching(/not_found/) as string,
      })
    const undone = await call('change.undo', { change_set: made.change_set ?? '' })
    expect(undone.skipped).toContainEqual(expect.objectContaining({ reason: 'it was purged' }))
    expect(await call('change.verify', {})).toMatchObject({ intact: true })
    expect((await call('change.show', { change_set: change_set ?? '' })).items).toMatchObject([
      { kind: 'purge', purged: true },
    ])
  })

  test('takes a wing with all that is in it, and only from the trash', async ({ call, store }) => {
    const where = { wing: `${secret} wing`, room: `${secret} room` }
    const { id } = await call('drawer.create', { ...where, content: `${secret} one` })
    await call('drawer.delete', { ...where, drawer: id })
    await call('drawer.create', { ...where, content: `${secret} two` })
    const wing = await call('wing.show', { wing: where.wing })
    await expect(call('trash.purge', { id: wing.id })).rejects.toMatchObject({ code: 'trash.not_found' })
    await call('wing.delete', { wing: wing.id })
    const { purged } = await call('trash.purge', { id: wing.id })
    expect(purged).toMatchObject({ wings: 1, rooms: 1, drawers: 2 })
    expect(await placesOf(store.db, secret)).toEqual([])
  })

  test('by age goes on until nothing is old enough', async ({ call, store }) => {
    await call('drawer.create', { wing: 'old', room: 'room', content: 'a' })
    await call('wing.delete', { wing: 'old' })
    expect((await call('trash.purge', { older_than_days: 1 })).purged).toMatchObject({ wings: 0, drawers: 0 })
    await store.db.execute(
      sql`update loci.drawers set deleted_at = deleted_at - interval '2 days' where deleted_at is not null`,
    )
    await store.db.execute(
      sql`update loci.rooms set deleted_at = deleted_at - interval '2 days' where deleted_at is not null`,
    )
    const first = await call('trash.purge', { older_than_days: 1 })
    expect(first).toMatchObject({ purged: { wings: 0, drawers: 1 }, more: false })
    const { items } = await call('trash.list', {})
    expect(items.map(({ address }) => address)).toContain('old')
    expect(items.every(({ type }) => type === 'wing')).toBe(true)
  })

  test('is for administrators', async ({ service, principal }) => {
    const writer = { ...principal, role: 'writer' as const }
    await expect(service.call('trash.purge', { older_than_days: 0 }, writer)).rejects.toMatchObject({
      code: 'auth.forbidden',
    })
    await expect(service.call('job.create', { kind: 'purge' }, writer)).rejects.toMatchObject({
      code: 'auth.forbidden',
    })
  })

  test('runs as a job', async ({ call, service }) => {
    const { id } = await call('drawer.create', { wing: 'by job', room: 'room', content: 'z' })
    await call('wing.delete', { wing: 'by job' })
    const job = await call('job.create', { kind: 'purge', older_than_days: 0 })
    const ended = await service.settle(job.id)
    expect(ended).toMatchObject({ status: 'completed' })
    expect(ended.result?.['drawers']).toBeGreaterThan(0)
    await expect(call('drawer.get', { id })).rejects.toMatchObject({ code: 'drawer.not_found' })
    expect((await call('trash.list', {})).items).toEqual([])
  })
})

import { rows, tables } from '@loci/store'
import { test } from '@loci/testing'
import { sql, type SQL } from 'drizzle-orm'
import { describe, expect, vi } from 'vitest'

const head = (text: string) => Number(text.split(':')[0])

describe('the chain', () => {
  test('has every change set once, without gaps, whoever wrote at the same time', async ({ call, store }) => {
    await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        call('drawer.create', { wing: `w${n % 7}`, room: 'r', content: `text ${n}` }),
      ),
    )
    await vi.waitFor(async () => expect((await call('change.verify', {})).unsealed).toBe(0), { timeout: 10_000 })
    const verified = await call('change.verify', {})
    const [numbers] = await rows<{ count: number; last: number }>(
      store.db,
      sql`select count(*)::int as count, max(number)::int as last from ${tables.changeSets}`,
    )
    expect(verified).toMatchObject({ intact: true, checked: numbers?.count })
    expect(numbers?.last).toBe(numbers?.count)
    expect(head(verified.head)).toBe(numbers?.count)
  })

  const tampering: [string, SQL][] = [
    ['a text', sql`update loci.revisions set content = 'other' where content = 'text 3'`],
    ['a name', sql`update loci.revisions set after = after || '{"name": "x"}' where number = 1 and entity = 'wing'`],
    ['who did it', sql`update loci.change_sets set actor = 'someone' where number = 5`],
    ['when', sql`update loci.change_sets set at = at + interval '1 hour' where number = 5`],
    ['a digest', sql`update loci.change_sets set digest = repeat('a', 64) where number = 5`],
    ['a blank', sql`update loci.revisions set content = null, purged = repeat('a', 64) where content = 'text 3'`],
    ['a missing revision', sql`delete from loci.revisions where content = 'text 3'`],
    ['a missing change set', sql`delete from loci.change_sets where number = 5`],
    [
      'another order',
      sql`update loci.change_sets set number = case number when 5 then -6 else -5 end where number in (5, 6)`,
    ],
  ]

  test.for(tampering)('shows that %s was tampered with', async ([, change], { call, store, service, principal }) => {
    class TakenBack extends Error {}
    const { verifyChain } = await import('@loci/revisions')
    await call('wing.create', { name: 'once more' })
    const done = store.db.transaction(async (tx) => {
      await tx.execute(change)
      expect((await verifyChain(tx, principal.palaceId)).intact).toBe(false)
      throw new TakenBack()
    })
    await expect(done).rejects.toThrow(TakenBack)
    expect(await service.call('change.verify', {}, principal)).toMatchObject({ intact: true })
  })

  test('shows a cut off end against a head that was kept', async ({ call, store, principal }) => {
    const { verifyChain } = await import('@loci/revisions')
    await call('wing.create', { name: 'the last' })
    await vi.waitFor(async () => expect((await call('change.verify', {})).unsealed).toBe(0), { timeout: 10_000 })
    const kept = (await call('change.verify', {})).head
    expect(await call('change.verify', { head: kept })).toMatchObject({ intact: true })
    const [number = '0', seal = ''] = kept.split(':')
    class TakenBack extends Error {}
    const cut = store.db.transaction(async (tx) => {
      await tx.execute(sql`delete from loci.revisions v using loci.change_sets c
        where c.id = v.change_set_id and c.number = ${Number(number)}`)
      await tx.execute(sql`delete from loci.change_sets where number = ${Number(number)}`)
      expect((await verifyChain(tx, principal.palaceId)).intact).toBe(true)
      const expected = { number: Number(number), seal }
      expect((await verifyChain(tx, principal.palaceId, expected)).broken).toMatchObject({ number: Number(number) })
      throw new TakenBack()
    })
    await expect(cut).rejects.toThrow(TakenBack)
  })

  test('is read on where a reader stopped, with nothing missed or told twice', async ({ call }) => {
    let { position } = await call('change.next', { after: 'now' })
    const seen: string[] = []
    const read = async () => {
      const next = await call('change.next', { after: position, limit: 3 })
      position = next.position
      seen.push(...next.items.map(({ entity, number }) => `${entity.id}:${number}`))
      return next.items.length
    }
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        call('drawer.create', { wing: 'stream', room: 'r', content: `stream ${n}` }),
      ),
    )
    await vi.waitFor(
      async () => {
        await read()
        // the wing and the room come along
        expect(seen.length).toBe(made.length + 2)
      },
      { timeout: 10_000, interval: 20 },
    )
    expect(new Set(seen).size).toBe(seen.length)
    expect(await read()).toBe(0)
    const other = await call('change.next', { after: position, wing: 'w0' })
    expect(other.items).toEqual([])
  })
})

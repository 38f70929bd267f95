import { isPalaceError } from '@loci/contract'
import { rows } from '@loci/store'
import { test } from '@loci/testing'
import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'

// the embedded Postgres runs one transaction at a time, so there is little to race there
const races = Number(process.env['LOCI_TEST_RACES'] ?? (process.env['LOCI_TEST_DATABASE_URL'] ? 100 : 25))
const abreast = 8

const codeOf = (result: PromiseSettledResult<unknown>): string =>
  result.status === 'fulfilled' ? 'ok' : isPalaceError(result.reason) ? result.reason.code : String(result.reason)

/** Runs so many races, some at a time. */
async function race(run: (n: number) => Promise<void>): Promise<void> {
  let next = 0
  const lane = async () => {
    while (next < races) await run(next++)
  }
  await Promise.all(Array.from({ length: abreast }, lane))
}

describe('what races', { timeout: 600_000 }, () => {
  test('a restore and a purge: one of them has it, whole', async ({ call, store }) => {
    const ends = new Map<string, number>()
    await race(async (n) => {
      const wing = `race ${n}`
      const ids = await Promise.all(
        ['a', 'b', 'c'].map(
          async (name) => (await call('drawer.create', { wing, room: `r${name}`, content: name })).id,
        ),
      )
      const { id } = await call('wing.show', { wing })
      const { change_set } = await call('wing.delete', { wing })
      const restore = n % 2 === 0 ? { id } : { change_set }
      const [restored, purged] = await Promise.allSettled([
        call('trash.restore', restore),
        call('trash.purge', { id: n % 3 === 0 ? (ids[0] ?? '') : id }),
      ])
      const end = `${codeOf(restored)} / ${codeOf(purged)}`
      ends.set(end, (ends.get(end) ?? 0) + 1)
      const live = await call('tool.list_drawers', { wing }).then(
        ({ total }) => total,
        () => 0,
      )
      const wonByRestore = codeOf(purged) === 'trash.not_found'
      if (n % 3 === 0) expect([live, codeOf(restored)]).toEqual([wonByRestore ? 3 : 2, 'ok'])
      else expect(live).toBe(wonByRestore ? 3 : 0)
    })
    expect([...ends.keys()].filter((end) => !/^(ok|trash\.not_found) \/ (ok|trash\.not_found)$/.test(end))).toEqual([])
    const [orphans] = await rows<{ count: number }>(
      store.db,
      sql`select count(*)::int as count from loci.live_drawers d
        left join loci.live_rooms r on r.id = d.room_id left join loci.live_wings w on w.id = r.wing_id where w.id is null`,
    )
    expect(orphans?.count).toBe(0)
    expect(await call('change.verify', {})).toMatchObject({ intact: true })
  })

  test('a restore and a create of the same name: one live drawer has it', async ({ call }) => {
    await race(async (n) => {
      const where = { wing: 'names', room: `r${n % 5}` }
      const name = `name ${n}`
      const { id } = await call('drawer.create', { ...where, name, content: 'old' })
      await call('drawer.delete', { ...where, drawer: name })
      const [restored, created] = await Promise.allSettled([
        call('trash.restore', { id }),
        call('drawer.create', { ...where, name, content: 'new' }),
      ])
      expect([codeOf(restored), codeOf(created)].toSorted()).toEqual(['drawer.name_taken', 'ok'])
      const there = await call('drawer.show', { ...where, drawer: name })
      expect(there.content).toBe(codeOf(restored) === 'ok' ? 'old' : 'new')
    })
  })

  test('a restore into a room and the delete of that room: all there or all gone', async ({ call }) => {
    await race(async (n) => {
      const where = { wing: 'rooms', room: `r${n}` }
      const { id } = await call('drawer.create', { ...where, name: 'd', content: 'x' })
      await call('drawer.delete', { ...where, drawer: 'd' })
      const [restored, deleted] = await Promise.allSettled([call('trash.restore', { id }), call('room.delete', where)])
      expect(codeOf(deleted)).toBe('ok')
      expect(['ok', 'trash.parent_trashed']).toContain(codeOf(restored))
      expect((await call('drawer.get', { id })).trashed).toBe(true)
    })
  })
})

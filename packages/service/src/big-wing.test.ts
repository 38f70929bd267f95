import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Caller } from '@loci/contract'
import { newId, tables } from '@loci/store'
import { test, testEnvironment } from '@loci/testing'
import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'

const drawers = 10_000

describe('a wing of 10,000 drawers', { timeout: 300_000 }, () => {
  test('is deleted, restored and undone as a whole', async ({ call, database }) => {
    await fill(call, 'big')
    const timed = async <T>(work: Promise<T>) => {
      const start = performance.now()
      const result = await work
      return { result, seconds: (performance.now() - start) / 1000 }
    }
    const deleted = await timed(call('wing.delete', { wing: 'big' }))
    expect(deleted.result).toMatchObject({ wings: 1, drawers })
    expect((await call('trash.list', {})).items).toMatchObject([{ type: 'wing', drawers }])
    const restored = await timed(call('trash.restore', { change_set: deleted.result.change_set }))
    expect(restored.result).toMatchObject({ wings: 1, drawers })
    expect((await call('wing.show', { wing: 'big' })).drawers).toBe(drawers)
    const undone = await timed(call('change.undo', { change_set: restored.result.change_set ?? '' }))
    expect(undone.result).toMatchObject({ undone_count: drawers + 51, skipped_count: 0 })
    const again = await timed(call('change.undo', { change_set: undone.result.change_set ?? '' }))
    expect(again.result).toMatchObject({ undone_count: drawers + 51, skipped_count: 0 })
    expect((await call('wing.show', { wing: 'big' })).drawers).toBe(drawers)
    const seconds = [deleted, restored, undone, again].map((one) => one.seconds.toFixed(2))
    process.stderr.write(
      `${database.kind}: delete ${seconds[0]} s, restore ${seconds[1]} s, undo ${seconds[2]} s and ${seconds[3]} s\n`,
    )
  })

  test('is all there or all gone when the process dies in the middle', async ({ call, database, store }) => {
    await call('wing.create', { name: 'big' })
    const total = (await call('wing.show', { wing: 'big' })).drawers
    const outcomes = new Set<number>()
    for (const milliseconds of [5, 40, 120, 250]) {
      const child = spawn(process.execPath, ['--conditions=@loci/source', '--import', 'tsx', script, 'big'], {
        env: { ...process.env, ...testEnvironment(database) },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      await once(child.stdout, 'data')
      await new Promise((resolve) => setTimeout(resolve, milliseconds))
      child.kill('SIGKILL')
      await once(child, 'exit')
      // until the server has noticed
      const live = await store.db.transaction(async (tx) => {
        await tx.execute(sql`select 1 from loci.wings where name = 'big' for update`)
        return tx.$count(tables.liveDrawers)
      })
      outcomes.add(live)
      const { items } = await call('trash.list', {})
      if (live === 0 && items[0]) await call('trash.restore', { change_set: items[0].change_set })
    }
    expect([...outcomes].every((live) => live === 0 || live === total)).toBe(true)
    expect((await call('wing.show', { wing: 'big' })).drawers).toBe(total)
  })
})

const script = fileURLToPath(new URL('delete-wing.fixture.ts', import.meta.url))

async function fill(call: Caller, wing: string): Promise<void> {
  for (let room = 0; room < 50; room++)
    await call('document.file', {
      wing,
      room: `room ${room}`,
      documents: Array.from({ length: drawers / 50 }, (_, n) => ({ path: `${room}/${n}`, content: `note ${newId()}` })),
    })
}

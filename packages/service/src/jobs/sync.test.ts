import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Caller } from '@loci/contract'
import { openTestService, test as base } from '@loci/testing'
import { describe, expect } from 'vitest'
import { type Tree, withTree } from './tree.fixture.ts'

const test = base.extend<{ tree: Tree }>({ tree: async ({}, use) => withTree(use) })

const numbered = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`docs/${n}.md`, `document ${n}`]))

async function mine(call: Caller, source: string) {
  const { id } = await call('job.create', { kind: 'mine', source })
  expect(await call('job.wait', { id, seconds: 60 })).toMatchObject({ status: 'completed' })
}

describe('a sync', () => {
  test('tells what lost its file and what is ignored by now, and removes it only when told', async ({ call, tree }) => {
    const source = await tree({ ...numbered(6), 'notes/secret.md': 's', 'notes/open.md': 'o' }, 'synced')
    await mine(call, source)
    await call('drawer.create', { wing: 'synced', room: 'docs', content: 'said, not written' })
    await rm(join(source, 'docs/0.md'))
    await tree({ '.gitignore': 'secret.md\n', 'docs/new.md': 'not mined yet' }, 'synced')

    const report = await call('source.sync', { wing: 'synced' })
    const counts = { kept: 6, gitignored: 1, missing: 1, unreachable: 0, no_source: 1, out_of_scope: 0, scanned: 9 }
    expect(report).toMatchObject({
      status: 'completed',
      ...counts,
      removed_drawers: 0,
      removed_closets: 0,
      dry_run: true,
    })
    expect(report.by_source).toEqual({
      [source]: { kept: 6, gitignored: 1, missing: 1, unreachable: 0, guarded: false },
    })
    expect(await call('wing.show', { wing: 'synced' })).toMatchObject({ drawers: 9 })

    expect(await call('source.sync', { wing: 'synced', apply: true })).toMatchObject({ removed_drawers: 2 })
    expect(await call('wing.show', { wing: 'synced' })).toMatchObject({ drawers: 7 })
    const { items } = await call('trash.list', { wing: 'synced' })
    expect(items.map(({ name }) => name ?? '').toSorted()).toEqual(['docs/0.md', 'notes/secret.md'])
    await call('trash.restore', { change_set: items[0]?.change_set })
    expect(await call('wing.show', { wing: 'synced' })).toMatchObject({ drawers: 9 })
    expect(await call('source.sync', { wing: 'synced', project_dir: join(source, 'elsewhere') })).toMatchObject({
      out_of_scope: 8,
      kept: 0,
    })
  })

  test('leaves alone a folder that is gone, or that lost more than half, unless forced', async ({ call, tree }) => {
    const source = await tree(numbered(5), 'away')
    await mine(call, source)
    await rename(source, `${source}-moved`)
    const away = { wing: 'away', apply: true }
    expect(await call('source.sync', away)).toMatchObject({ unreachable: 5, missing: 0, removed_drawers: 0 })
    await rename(`${source}-moved`, source)
    for (const n of [0, 1, 2]) await rm(join(source, `docs/${n}.md`))
    const guarded = await call('source.sync', away)
    expect(guarded).toMatchObject({
      missing: 3,
      kept: 2,
      removed_drawers: 0,
      by_source: { [source]: { guarded: true } },
    })
    expect(await call('source.sync', { ...away, force: true })).toMatchObject({ removed_drawers: 3 })
    expect(await call('wing.show', { wing: 'away' })).toMatchObject({ drawers: 2 })
  })

  test('looks into no folder of a server that has no roots', async ({ database }) => {
    const remote = await openTestService(database, { LOCI_ADMIN_TOKEN: 'a long secret' })
    const who = await remote.authenticate('a long secret', 'http')
    await expect(remote.call('source.sync', {}, who)).rejects.toMatchObject({ code: 'source.forbidden' })
    await remote.close()
  })
})

test('the drawers of exactly one source go together, when told to', async ({ call }) => {
  const place = { wing: 'sources', room: 'r' }
  for (const uri of ['/data/a.jsonl', '/data/a.jsonl', '/data/a.jsonl.bak', 'a.jsonl'])
    await call('drawer.create', { ...place, name: `${Math.random()}`, content: 'text', source: { uri } })
  const dry = await call('source.delete', { source_file: '/data/a.jsonl' })
  expect(dry).toMatchObject({ success: true, dry_run: true, match_count: 2, change_set: null })
  expect(dry.sample).toHaveLength(2)
  const done = await call('source.delete', { source_file: '/data/a.jsonl', dry_run: false })
  expect(done).toMatchObject({ deleted: 2, dry_run: false, change_set: expect.any(String) as unknown })
  expect(await call('wing.show', { wing: 'sources' })).toMatchObject({ drawers: 2 })
  const undone = await call('change.undo', { change_set: done.change_set ?? '' })
  expect(undone).toMatchObject({ undone_count: 2 })
  expect(await call('source.delete', { source_file: 'none', dry_run: false })).toMatchObject({
    match_count: 0,
    deleted: 0,
    change_set: null,
  })
})

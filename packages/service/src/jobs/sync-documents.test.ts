import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Caller } from '@loci/contract'
import { linesOf, paragraph, pdf, run, word } from '@loci/documents/fixtures'
import { test as base } from '@loci/testing'
import { expect } from 'vitest'
import { type Tree, withTree } from './tree.fixture.ts'

const test = base.extend<{ tree: Tree }>({ tree: async ({}, use) => withTree(use) })

const pages = (...texts: string[]) => pdf(texts.map((text) => linesOf(text)))

async function mine(call: Caller, source: string) {
  const { id } = await call('job.create', { kind: 'mine', mode: 'extract', source })
  expect(await call('job.wait', { id, seconds: 100 })).toMatchObject({ status: 'completed', result: { failed: 0 } })
}

test('a sync keeps every part of a document that is there, and finds those of one that is gone', async ({
  call,
  tree,
}) => {
  const long = pages('one', 'two', 'three', 'four', 'five')
  const source = await tree(
    { 'gone.pdf': long, 'a/kept.pdf': pages('six'), 'C#.docx': word(paragraph(run('x'))) },
    'two',
  )
  await mine(call, source)
  // what is gone from a document is no concern of a sync
  await tree({ 'a/kept.pdf': pages('', 'seven') }, 'two')
  await mine(call, source)
  expect(await call('source.sync', { wing: 'two' })).toMatchObject({ kept: 8, missing: 0, no_source: 0 })

  await rm(join(source, 'gone.pdf'))
  const report = await call('source.sync', { wing: 'two', apply: true })
  // one file of three, though most of the drawers
  expect(report.by_source).toEqual({ [source]: { kept: 3, gitignored: 0, missing: 5, unreachable: 0, guarded: false } })
  expect(report).toMatchObject({ removed_drawers: 5 })
  expect(await call('wing.show', { wing: 'two' })).toMatchObject({ drawers: 3 })
})

test('a document leaves by its file, or one of its parts by its own place', async ({ call, tree }) => {
  const files = { 'a.pdf': pages('one', 'two', 'three'), 'a.pdf#1': pages('four'), 'a.pdf.bak': pages('five') }
  const source = await tree(files, 'leaving')
  await mine(call, source)
  const remove = (name: string) => call('source.delete', { source_file: join(source, name), dry_run: false })
  expect(await remove('a.pdf#page=2')).toMatchObject({ deleted: 1 })
  expect(await remove('a.pdf')).toMatchObject({ match_count: 2, deleted: 2 })
  expect(await call('wing.show', { wing: 'leaving' })).toMatchObject({ drawers: 2 })
})

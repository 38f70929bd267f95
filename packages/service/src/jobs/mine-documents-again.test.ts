import type { Caller } from '@loci/contract'
import { linesOf, pdf, presentation } from '@loci/documents/fixtures'
import { test as base } from '@loci/testing'
import { describe, expect } from 'vitest'
import { type Tree, withTree } from './tree.fixture.ts'

const test = base.extend<{ tree: Tree }>({ tree: async ({}, use) => withTree(use) })

const pages = (...texts: string[]) => pdf(texts.map((text) => linesOf(text)))
const submit = (call: Caller, source: string, more: object = {}) =>
  call('job.create', { kind: 'mine', mode: 'extract', source, ...more })

async function mine(call: Caller, source: string, more: object = {}) {
  const job = await call('job.wait', { id: (await submit(call, source, more)).id, seconds: 100 })
  expect(job).toMatchObject({ status: 'completed', error: null })
  return job.result
}

describe('mining documents', () => {
  test('goes on where it was paused, in the midst of a document too, and files nothing twice', async ({
    call,
    service,
    tree,
  }) => {
    // more slides than a batch has room for
    const talk = (n: number) =>
      presentation(Array.from({ length: 90 }, (_, at) => ({ title: `talk ${n}, slide ${at}` })))
    const source = await tree(Object.fromEntries([1, 2, 3, 4].map((n) => [`${n}.pptx`, talk(n)])), 'paused')
    const { id } = await submit(call, source)
    let asked: Promise<unknown> | undefined
    const paused = await service.settle(id, ({ progress }) => {
      if (progress.current > 0) asked ??= call('job.pause', { id })
    })
    await asked
    expect(paused.status).toBe('paused')
    const { drawers: kept } = await call('wing.show', { wing: 'paused' })
    expect(kept).toBeGreaterThan(0)
    expect(kept).toBeLessThan(360)
    await call('job.resume', { id })
    expect(await service.settle(id)).toMatchObject({ status: 'completed', result: { added: 360, failed: 0 } })
    expect(await call('wing.show', { wing: 'paused' })).toMatchObject({ drawers: 360 })
  })

  test('tells what it would file, and files nothing, when it runs dry', async ({ call, tree }) => {
    const source = await tree({ 'a.pdf': pages('one', 'two'), 'b.md': 'text' }, 'dry')
    const dry = await call('source.mine', { source, mode: 'extract', dry_run: true })
    expect(dry).toMatchObject({ success: true, mode: 'extract', pending: 2, added: 0 })
    expect(dry.output).toContain('1 skipped')
    await expect(call('wing.show', { wing: 'dry' })).rejects.toMatchObject({ code: 'wing.not_found' })
  })

  test('reads so many documents as it may', async ({ call, tree }) => {
    const source = await tree({ '1.md': 'x', '2.pdf': pages('one', 'two'), '3.pdf': pages('three') }, 'limited')
    expect(await mine(call, source, { limit: 1 })).toMatchObject({ added: 2 })
    expect(await mine(call, source)).toMatchObject({ added: 1, unchanged: 2 })
  })
})

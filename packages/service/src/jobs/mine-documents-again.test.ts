import type { Caller } from '@loci/contract'
import { epub, linesOf, paragraph, pdf, presentation, run, word } from '@loci/documents/fixtures'
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

  test('takes them from among files that are none, each of which is told with its reason', async ({ call, tree }) => {
    const whole = pages('a page')
    const source = await tree(
      {
        'good.docx': word(paragraph(run('good'))),
        'secret.pdf': pdf([linesOf('hidden')], { password: 'open' }),
        'cut.pdf': whole.slice(0, 300),
        'scan.pdf': pages(''),
        'old.doc': Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2000)]),
        'archive.zip': epub([]),
        'src/index.ts': 'export {}\n',
        'README.md': '# read me',
        'image.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]),
        'empty.txt': '',
        'latin.txt': Buffer.from('caf\xe9', 'latin1'),
        'x.pdf#page=1': whole,
        '.gitignore': 'drafts/\n',
        'drafts/ignored.pdf': whole,
      },
      'mixed',
    )
    const result = await mine(call, source)
    const { items } = await call('drawer.list', { wing: 'mixed', room: 'general' })
    expect(items).toMatchObject([{ name: 'good.docx', preview: 'good' }])
    expect(result).toMatchObject({ added: 1, failed: 0 })
    expect(result?.['skipped']).toEqual({
      encrypted: 1,
      broken: 1,
      unsupported: 1,
      empty: 3,
      no_document: 3,
      binary: 1,
      encoding: 1,
      name: 1,
      ignored: 1,
    })
  })
})

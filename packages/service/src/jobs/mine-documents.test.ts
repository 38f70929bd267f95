import type { Caller } from '@loci/contract'
import {
  epub,
  linesOf,
  openDocument,
  paragraph,
  pdf,
  presentation,
  run,
  word,
  workbook,
  xhtml,
} from '@loci/documents/fixtures'
import { test as base } from '@loci/testing'
import { describe, expect } from 'vitest'
import { type Tree, withTree } from './tree.fixture.ts'

const test = base.extend<{ tree: Tree }>({ tree: async ({}, use) => withTree(use) })

const pages = (...texts: string[]) => pdf(texts.map((text) => linesOf(text)))
const cells = (text: string) => `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`

async function mine(call: Caller, source: string, more: object = {}) {
  const { id } = await call('job.create', { kind: 'mine', mode: 'extract', source, ...more })
  const job = await call('job.wait', { id, seconds: 100 })
  expect(job).toMatchObject({ status: 'completed', error: null })
  return job.result
}

async function namesOf(call: Caller, wing: string) {
  const { items: rooms } = await call('room.list', { wing })
  const lists = await Promise.all(rooms.map(({ name }) => call('drawer.list', { wing, room: name, limit: 100 })))
  return lists.flatMap(({ items }) => items.map(({ name }) => name ?? '')).toSorted()
}

describe('documents', () => {
  test('of every format are filed a part a drawer, whatever they are called', async ({ call, tree }) => {
    const sheets = [
      { name: 'Costs', rows: cells('rent 900') },
      { name: '2024/25 #1', rows: cells('gas 40') },
      { name: 'Nothing', rows: '' },
    ]
    const source = await tree(
      {
        'reports/annual.pdf': pages('the first page', '', 'the third page'),
        'reports/letter.txt': word(paragraph(run('Dear Ada'))),
        'talk.pptx': presentation([{ title: 'Hello', lines: ['one'] }, { title: 'Bye' }]),
        'costs.xlsx': workbook(sheets),
        book: epub([xhtml('<p>Call me Ishmael</p>'), xhtml('<p>Two</p>')]),
        'old.odt': openDocument({ kind: 'text', body: '<text:p>an open text</text:p>' }),
        'note.rtf': String.raw`{\rtf1 a rich text}`,
        'page.php': '<!doctype html><html><body><h1>A page</h1></body></html>',
      },
      'office',
    )
    expect(await mine(call, source, { added_by: 'ada' })).toMatchObject({ added: 12, failed: 0, skipped: {} })
    expect(await namesOf(call, 'office')).toEqual([
      'book#chapter=1',
      'book#chapter=2',
      'costs.xlsx#sheet=2024%2F25 %231',
      'costs.xlsx#sheet=Costs',
      'note.rtf',
      'old.odt',
      'page.php',
      'reports/annual.pdf#page=1',
      'reports/annual.pdf#page=3',
      'reports/letter.txt',
      'talk.pptx#slide=1',
      'talk.pptx#slide=2',
    ])
    const third = { wing: 'office', room: 'reports', drawer: 'reports/annual.pdf#page=3' }
    expect(await call('drawer.show', third)).toMatchObject({
      content: 'the third page',
      added_by: 'ada',
      source: {
        kind: 'document',
        document: 'reports/annual.pdf#page=3',
        uri: `${source}/reports/annual.pdf#page=3`,
        position: 2,
      },
    })
    const letter = { wing: 'office', room: 'reports', drawer: 'reports/letter.txt' }
    expect(await call('drawer.show', letter)).toMatchObject({
      content: 'Dear Ada',
      source: { kind: 'document', uri: `${source}/reports/letter.txt`, position: null },
    })
    const { items } = await call('drawer.list', {
      wing: 'office',
      room: 'reports',
      source: `${source}/reports/annual.pdf`,
    })
    expect(items).toHaveLength(2)
  })

  test('are filed once; a page that changed is a revision, a new one a drawer', async ({ call, tree }) => {
    const source = await tree({ 'a.pdf': pages('one', 'two', 'three') }, 'changing')
    expect(await mine(call, source)).toMatchObject({ added: 3, updated: 0 })
    expect(await mine(call, source)).toMatchObject({ added: 0, updated: 0, unchanged: 3 })
    await tree({ 'a.pdf': pages('one', 'two and a half', 'three', 'four') }, 'changing')
    expect(await mine(call, source)).toMatchObject({ added: 1, updated: 1, unchanged: 2 })
    const second = { wing: 'changing', room: 'general', drawer: 'a.pdf#page=2' }
    expect(await call('drawer.show', second)).toMatchObject({ content: 'two and a half', revision: 2 })

    // what is gone from the document stays in the palace
    await tree({ 'a.pdf': pages('one') }, 'changing')
    expect(await mine(call, source)).toMatchObject({ added: 0, updated: 0, unchanged: 1 })
    expect(await call('wing.show', { wing: 'changing' })).toMatchObject({ drawers: 4 })
  })
})

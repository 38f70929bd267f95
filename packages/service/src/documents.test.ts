import { createHash } from 'node:crypto'
import { tables } from '@loci/store'
import { test } from '@loci/testing'
import { and, asc, eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const nothing = { added: 0, updated: 0, unchanged: 0, errors: [], change_set: null }

describe('file documents', () => {
  test('makes a drawer of each, named after its path, in the room of its top folder', async ({ call }) => {
    const wing = 'my-app-v2'
    const documents = [
      { path: 'README.md', uri: '/home/ada/my-app-v2/README.md', content: 'read me\r\n' },
      { path: 'views/billing-page/src/Foo.test.tsx', content: 'a test' },
      { path: 'billing-page/interviews.md', content: 'talks' },
    ]
    expect(await call('document.file', { wing, documents, added_by: 'ada' })).toMatchObject({ added: 3, errors: [] })
    expect(await call('tool.get_taxonomy', {})).toMatchObject({
      taxonomy: { [wing]: { general: 1, views: 1, 'billing-page': 1 } },
    })
    expect(await call('drawer.show', { wing, room: 'general', drawer: 'README.md' })).toMatchObject({
      content: 'read me\r\n',
      added_by: 'ada',
      source: { uri: '/home/ada/my-app-v2/README.md', kind: 'file', document: 'README.md' },
    })
    const { path } = { path: 'views/billing-page/src/Foo.test.tsx' }
    expect(await call('drawer.show', { wing, room: 'views', drawer: path })).toMatchObject({ source: { uri: path } })
  })

  test('that are unchanged files nothing', async ({ call, store }) => {
    const wing = 'unchanged'
    const documents = [
      { path: 'a.md', content: 'a' },
      { path: 'b/c.md', content: 'c' },
    ]
    await call('document.file', { wing, documents })
    const before = await store.db.$count(tables.changeSets)
    expect(await call('document.file', { wing, documents })).toEqual({ ...nothing, unchanged: 2 })
    expect(await store.db.$count(tables.changeSets)).toBe(before)
    const sent = documents.map(({ path, content }) => ({ path, hash: hash(content) }))
    expect(await call('document.compare', { wing, documents: sent })).toEqual({ unchanged: ['a.md', 'b/c.md'] })
    const edited = [...sent.slice(0, 1), { path: 'b/c.md', hash: hash('edited') }, { path: 'new', hash: hash('a') }]
    expect(await call('document.compare', { wing, documents: edited })).toEqual({ unchanged: ['a.md'] })
    expect(await call('document.compare', { wing: 'none', documents: sent })).toEqual({ unchanged: [] })
  })

  test('that were edited become a text revision of the same drawer, the old text stays in the history', async ({
    call,
    store,
  }) => {
    const wing = 'edited'
    await call('document.file', { wing, documents: [{ path: 'a.md', content: 'the old text' }] })
    const { id } = await call('drawer.show', { wing, room: 'general', drawer: 'a.md' })
    const filed = await call('document.file', { wing, documents: [{ path: 'a.md', content: 'the new text' }] })
    expect(filed).toMatchObject({ added: 0, updated: 1, unchanged: 0 })
    expect(await call('drawer.get', { id })).toMatchObject({ content: 'the new text', name: 'a.md', revision: 2 })
    const { revisions } = tables
    const texts = await store.db
      .select({ kind: revisions.kind, content: revisions.content })
      .from(revisions)
      .where(and(eq(revisions.entityId, id)))
      .orderBy(asc(revisions.number))
    expect(texts).toEqual([
      { kind: 'create', content: 'the old text' },
      { kind: 'text', content: 'the new text' },
    ])
  })

  test('whose drawer was moved or renamed by hand are still known', async ({ call }) => {
    const wing = 'moved'
    await call('document.file', { wing, documents: [{ path: 'src/a.ts', content: 'one' }] })
    const moved = await call('drawer.update', {
      wing,
      room: 'src',
      drawer: 'src/a.ts',
      to_room: 'elsewhere',
      name: 'by hand',
    })
    const file = (content: string) => call('document.file', { wing, documents: [{ path: 'src/a.ts', content }] })
    expect(await file('one')).toEqual({ ...nothing, unchanged: 1 })
    expect(await file('two')).toMatchObject({ added: 0, updated: 1 })
    expect(await call('drawer.get', { id: moved.id })).toMatchObject({
      room: 'elsewhere',
      name: 'by hand',
      content: 'two',
    })
    expect(await call('wing.show', { wing })).toMatchObject({ drawers: 1 })
  })

  test('whose name a drawer made by hand has are filed without a name, and once', async ({ call }) => {
    const wing = 'taken'
    await call('drawer.create', { wing, room: 'general', name: 'a.md', content: 'by hand' })
    const file = (content: string) => call('document.file', { wing, documents: [{ path: 'a.md', content }] })
    expect(await file('mined')).toMatchObject({ added: 1, updated: 0 })
    expect(await file('mined')).toEqual({ ...nothing, unchanged: 1 })
    expect(await file('mined again')).toMatchObject({ added: 0, updated: 1 })
    expect(await call('drawer.show', { wing, room: 'general', drawer: 'a.md' })).toMatchObject({ content: 'by hand' })
    const { items } = await call('drawer.list', { wing, room: 'general', source: 'a.md' })
    expect(items).toMatchObject([{ name: null, preview: 'mined again', revision: 2 }])
  })

  test('that cannot be filed fail alone, each with its reason', async ({ call }) => {
    const wing = 'faulty'
    const documents = [
      { path: 'good.md', content: 'good' },
      { path: 'blank.md', content: ' \n' },
      { path: 'large.md', content: 'x'.repeat(1024 * 1024 + 1) },
      { path: '../up.md', content: 'x' },
      { path: 'a//b.md', content: 'x' },
      { path: `long/${'x'.repeat(1100)}`, content: 'x' },
      { path: 'also/good.md', content: 'good' },
    ]
    const filed = await call('document.file', { wing, documents })
    expect(filed).toMatchObject({ added: 2, updated: 0, unchanged: 0 })
    expect(filed.errors.map(({ path, code }) => [path.slice(0, 10), code])).toEqual([
      ['blank.md', 'input.invalid'],
      ['large.md', 'input.too_large'],
      ['../up.md', 'palace.path_invalid'],
      ['a//b.md', 'palace.path_invalid'],
      ['long/xxxxx', 'palace.path_invalid'],
    ])
    expect(await call('wing.show', { wing })).toMatchObject({ rooms: 2, drawers: 2 })
  })

  test('into one room when it is named; a room that cannot be is refused, and makes nothing', async ({ call }) => {
    const documents = [{ path: 'src/a.ts', content: 'a' }]
    expect(await call('document.file', { wing: 'roomy', room: 'all', documents })).toMatchObject({ added: 1 })
    expect(await call('drawer.show', { wing: 'roomy', room: 'all', drawer: 'src/a.ts' })).toMatchObject({
      content: 'a',
    })
    const refused = { code: 'palace.path_invalid' }
    await expect(call('document.file', { wing: 'unmade', room: 'a/b', documents })).rejects.toMatchObject(refused)
    await expect(call('document.file', { wing: 'a/b', documents })).rejects.toMatchObject(refused)
    await expect(call('wing.show', { wing: 'unmade' })).rejects.toMatchObject({ code: 'wing.not_found' })
    await expect(
      call('document.file', { wing: 'unmade', documents: [{ path: 'a', content: 'a\0' }] }),
    ).rejects.toMatchObject({ code: 'input.invalid' })
  })

  test('are one document however the accents of their path are written', async ({ call }) => {
    const wing = 'accents'
    const path = 'caf\u00e9/r\u00e9sum\u00e9.md'
    const documents = [{ path: path.normalize('NFD'), content: 'text' }]
    expect(await call('document.file', { wing, documents })).toMatchObject({ added: 1 })
    expect(await call('drawer.show', { wing, room: 'caf\u00e9', drawer: path })).toMatchObject({ name: path })
    const sent = [{ path: path.normalize('NFD'), hash: hash('text') }]
    expect(await call('document.compare', { wing, documents: sent })).toEqual({ unchanged: [path.normalize('NFD')] })
    expect(await call('document.file', { wing, documents: [{ path, content: 'text' }] })).toMatchObject({
      unchanged: 1,
    })
  })

  test('named twice in one call are one drawer', async ({ call }) => {
    const documents = ['one', 'two'].map((content) => ({ path: 'a.md', content }))
    expect(await call('document.file', { wing: 'twice', documents })).toMatchObject({ added: 1, errors: [] })
    const { items } = await call('drawer.list', { wing: 'twice', room: 'general' })
    expect(items).toMatchObject([{ name: 'a.md', preview: 'two' }])
  })
})

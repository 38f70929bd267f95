import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Caller } from '@loci/contract'
import { tables } from '@loci/store'
import { openTestService, test as base } from '@loci/testing'
import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { type Tree, withTree } from './tree.fixture.ts'

const test = base.extend<{ tree: Tree }>({ tree: async ({}, use) => withTree(use) })

const files = {
  'README.md': '# read me\r\n',
  'src/index.ts': 'export {}\n',
  'views/billing-page/src/Foo.test.tsx': 'test()',
  'docs/Привет 日本.md': '★ Đ',
  '.gitignore': 'secret.txt\n',
  'secret.txt': 'ignored',
  'image.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]),
  'empty.txt': '',
}

describe('a mine job', () => {
  test('files a folder, a drawer a file, and counts what it left out', async ({ call, service, tree }) => {
    const source = await tree(files, 'my-app-v2')
    const submitted = await call('job.create', { kind: 'mine', source, added_by: 'ada' })
    expect(submitted).toMatchObject({ kind: 'mine', payload: { wing: 'my-app-v2' }, created_by: 'local' })
    const job = await service.settle(submitted.id)
    expect(job).toMatchObject({
      status: 'completed',
      error: null,
      result: { wing: 'my-app-v2', failed: 0, updated: 0 },
    })
    const { taxonomy } = await call('tool.get_taxonomy', {})
    expect(taxonomy['my-app-v2']).toMatchObject({ src: 1, views: 1, docs: 1 })
    expect(job.result).toMatchObject({ added: (await call('wing.show', { wing: 'my-app-v2' })).drawers })
    const skipped = Object.values(job.result?.['skipped'] ?? {}) as number[]
    expect(skipped.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(2)
    const readme = { wing: 'my-app-v2', room: 'general', drawer: 'README.md' }
    expect(await call('drawer.show', readme)).toMatchObject({ content: '# read me\r\n', added_by: 'ada' })
    for (const drawer of ['secret.txt', 'image.png'])
      await expect(call('drawer.show', { ...readme, drawer })).rejects.toMatchObject({ code: 'drawer.not_found' })
  })

  test('that is repeated files nothing; edited files become revisions', async ({ call, service, store, tree }) => {
    const source = await tree(files, 'again')
    const mine = async () => service.settle((await call('job.create', { kind: 'mine', source })).id)
    const { result } = await mine()
    const before = await store.db.$count(tables.changeSets)
    expect((await mine()).result).toMatchObject({ added: 0, updated: 0, unchanged: result?.['added'] })
    expect(await store.db.$count(tables.changeSets)).toBe(before)

    await tree({ 'src/index.ts': 'export const x = 1\n', 'src/new.ts': 'new' }, 'again')
    const third = await mine()
    expect(third.result).toMatchObject({ added: 1, updated: 1 })
    const address = { wing: 'again', room: 'src', drawer: 'src/index.ts' }
    expect(await call('drawer.show', address)).toMatchObject({ content: 'export const x = 1\n', revision: 2 })
    const [set] = await store.db.select().from(tables.changeSets).where(eq(tables.changeSets.session, third.id))
    expect(set).toMatchObject({ channel: 'job', operation: 'job.mine', actor: 'local' })
  })

  test('of a renamed file lets its drawer say where it is now; a copy is a document of its own', async ({
    call,
    service,
    tree,
  }) => {
    const source = await tree({ 'src/old.md': 'the same text', 'src/stays.md': 'copied text' }, 'renamed')
    const run = async () => {
      const { id } = await call('job.create', { kind: 'mine', source, wing: 'renamed' })
      return (await service.settle(id)).result
    }
    await run()
    const place = { wing: 'renamed', room: 'src' }
    const before = await call('drawer.show', { ...place, drawer: 'src/old.md' })
    await rename(join(source, 'src/old.md'), join(source, 'src/new.md'))
    await tree({ 'docs/copy.md': 'copied text' }, 'renamed')
    expect(await run()).toMatchObject({ added: 1, updated: 1, unchanged: 1 })
    const after = await call('drawer.show', { ...place, drawer: 'src/new.md' })
    expect(after).toMatchObject({
      id: before.id,
      revision: 2,
      source: { document: 'src/new.md', uri: join(source, 'src/new.md'), kind: 'file' },
    })
    expect(await run()).toMatchObject({ added: 0, updated: 0, unchanged: 3 })

    const { items } = await call('revision.list', { id: before.id, limit: 1 })
    expect(items).toMatchObject([{ kind: 'meta', before: { name: 'src/old.md' }, after: { name: 'src/new.md' } }])
    await call('change.undo', { change_set: items[0]?.change_set ?? '' })
    expect(await call('drawer.show', { ...place, drawer: 'src/old.md' })).toMatchObject({
      id: before.id,
      source: before.source,
    })
    expect(await call('drawer.show', { ...place, drawer: before.id, as_of: items[0]?.at })).toMatchObject({
      source: { document: 'src/new.md' },
    })
  })

  test('files into the wing and the room that are named', async ({ call, service, tree }) => {
    const source = await tree({ 'a/b.md': 'b', 'c.md': 'c' })
    const { id } = await call('job.create', { kind: 'mine', source, wing: 'named', room: 'one room' })
    expect(await service.settle(id)).toMatchObject({ status: 'completed' })
    expect(await call('room.show', { wing: 'named', room: 'one room' })).toMatchObject({ drawers: 2 })
  })

  test('is refused at once when it cannot be done, and nothing is queued', async ({ call, tree, database }) => {
    const source = await tree({ 'a.md': 'a' })
    const before = (await call('job.list', {})).items.length
    const submit = (fields: object) => call('job.create', { kind: 'mine', source, ...fields })
    await expect(submit({ source: join(source, 'none') })).rejects.toMatchObject({ code: 'source.unreadable' })
    await expect(submit({ source: join(source, 'a.md') })).rejects.toMatchObject({ code: 'source.unreadable' })
    await expect(submit({ wing: 'a/b' })).rejects.toMatchObject({ code: 'palace.path_invalid' })
    await expect(submit({ room: ' x' })).rejects.toMatchObject({ code: 'palace.path_invalid' })
    await expect(submit({ colour: 'red' })).rejects.toMatchObject({ code: 'input.invalid' })
    expect((await call('job.list', {})).items).toHaveLength(before)

    const remote = await openTestService(database, { LOCI_ADMIN_TOKEN: 'a long secret' })
    const who = await remote.authenticate('a long secret', 'http')
    await expect(remote.call('job.create', { kind: 'mine', source }, who)).rejects.toMatchObject({
      code: 'source.forbidden',
    })
    await remote.close()
  })

  test('that is cancelled keeps what it filed, and the next one goes on from there', async ({
    call,
    service,
    tree,
  }) => {
    const many = Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`f${i % 7}/file ${i}.md`, `text ${i}`]))
    const source = await tree(many, 'cancelled')
    const { id } = await call('job.create', { kind: 'mine', source })
    let asked: Promise<unknown> | undefined
    const job = await service.settle(id, ({ progress }) => {
      if (progress.current > 0) asked ??= call('job.cancel', { id }).catch(() => {})
    })
    await asked
    expect(['cancelled', 'completed']).toContain(job.status)
    const { drawers: kept } = await call('wing.show', { wing: 'cancelled' })
    expect(kept).toBeGreaterThan(0)
    const next = await service.settle((await call('job.create', { kind: 'mine', source })).id)
    expect(next).toMatchObject({ status: 'completed', result: { added: 400 - kept, unchanged: kept } })
    expect(await call('wing.show', { wing: 'cancelled' })).toMatchObject({ drawers: 400 })
  })

  test('as a tool answers with what became of it, or would', async ({ call, tree }) => {
    const source = await tree({ 'a.md': 'a', 'b.md': 'b', 'c.md': 'c' }, 'tooled')
    const dry = await call('source.mine', { source, dry_run: true })
    expect(dry).toMatchObject({ success: true, mode: 'projects', dry_run: true, pending: 3, added: 0 })
    await expect(call('wing.show', { wing: 'tooled' })).rejects.toMatchObject({ code: 'wing.not_found' })
    expect(await call('source.mine', { source, limit: 2 })).toMatchObject({ added: 2 })
    const rest = await call('source.mine', { source, agent: 'ada' })
    expect(rest).toMatchObject({ status: 'completed', added: 1, unchanged: 2, failed: 0 })
    expect(rest.output).toBe('wing tooled: 1 added, 0 updated, 2 unchanged, 0 skipped, 0 failed')
    await expect(call('source.mine', { source: join(source, 'none') })).rejects.toMatchObject({
      code: 'source.unreadable',
    })
  })

  test('tells where secrets stand, and stores none where they are to be masked', async ({ call, tree, database }) => {
    const key = `ghp_${'q7Rk2mZp9XvT4bLw8NcY3dHs6FgJ5aKe1UoP'}`
    const source = await tree({ 'notes/deploy.md': `how to push\n\nuse ${key} here\n`, 'plain.md': 'nothing' }, 'told')
    const mine = async (ask: Caller) => {
      const { id } = await ask('job.create', { kind: 'mine', source })
      return (await ask('job.wait', { id, seconds: 60 })).result
    }
    const told = { path: join(source, 'notes/deploy.md'), rule: 'github-token', line: 3 }
    expect(await mine(call)).toMatchObject({ added: 2, secrets: { 'github-token': 1 }, secrets_found: [told] })
    const address = { wing: 'told', room: 'notes', drawer: 'notes/deploy.md' }
    expect((await call('drawer.show', address)).content).toContain(key)

    const masking = await openTestService(database, { LOCI_SECRETS: 'mask' })
    const masked: Caller = (name, input) => masking.call(name, input, masking.local('http'))
    await masked('document.file', { wing: 'sent', documents: [{ path: 'notes/deploy.md', content: `use ${key}` }] })
    const sent = await masked('drawer.show', { wing: 'sent', room: 'notes', drawer: 'notes/deploy.md' })
    expect(sent.content).toBe('use [secret: github-token]')
    await masking.close()
  })
})

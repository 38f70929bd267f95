import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId, openStore, type Store, type StoreOptions } from '@loci/store'
import { inject, test as base } from 'vitest'
import { administer, withDatabase } from './server-database.ts'

/** A migrated database of a test file's own: what `openStore` takes to open it, as often as it likes. */
export interface TestDatabase extends StoreOptions {
  kind: 'embedded' | 'server'
}

/** `test` with a database and a store of its own per file, on whichever Postgres this run is for. */
export const test = base.extend<{ $file: { database: TestDatabase; store: Store } }>({
  database: [
    async ({}, use) => {
      const { database, discard } = await cloneTemplate()
      await use(database)
      await discard()
    },
    { scope: 'file' },
  ],
  store: [
    async ({ database }, use) => {
      const store = openStore(database)
      await use(store)
      await store.close()
    },
    { scope: 'file' },
  ],
})

async function cloneTemplate(): Promise<{ database: TestDatabase; discard: () => Promise<void> }> {
  const template = inject('template')
  const home = await mkdtemp(join(tmpdir(), 'loci-test-'))
  const removeHome = () => rm(home, { recursive: true, force: true, maxRetries: 5 })
  if (template.kind === 'embedded') {
    await cp(join(template.home, 'postgres'), join(home, 'postgres'), { recursive: true })
    const database: TestDatabase = { kind: 'embedded', home, idleExitSeconds: 5, fsync: false }
    const discard = async () => {
      const store = openStore(database)
      await store.closeHost()
      await removeHome()
    }
    return { database, discard }
  }
  const name = `loci_test_${newId().replaceAll('-', '')}`
  await administer(template.url, `create database ${name} template ${template.database}`)
  const discard = async () => {
    await administer(template.url, `drop database ${name} with (force)`)
    await removeHome()
  }
  return { database: { kind: 'server', home, databaseUrl: withDatabase(template.url, name) }, discard }
}

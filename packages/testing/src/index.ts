import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Caller } from '@loci/contract'
import { openService, type Principal, readConfig, type Service } from '@loci/service'
import { newId, openStore, type Store, type StoreOptions } from '@loci/store'
import { inject, test as base } from 'vitest'
import { administer, withDatabase } from './server-database.ts'

/** A migrated database of a test file's own: what `openStore` takes to open it, as often as it likes. */
export interface TestDatabase extends StoreOptions {
  kind: 'embedded' | 'server'
}

interface Fixtures {
  database: TestDatabase
  store: Store
  /** The whole of Loci on that database, its workers running. */
  service: Service
  principal: Principal
  /** Calls an operation as the local administrator over REST would. */
  call: Caller
}

/** `test` with a database of its own per file, and what stands on it, on whichever Postgres this run is for. */
export const test = base.extend<{ $file: Fixtures }>({
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
  service: [
    async ({ database }, use) => {
      const service = await openTestService(database)
      service.startWorkers()
      await use(service)
      await service.close()
    },
    { scope: 'file' },
  ],
  principal: [async ({ service }, use) => use(service.local('http')), { scope: 'file' }],
  call: [
    async ({ service, principal }, use) => use((name, input) => service.call(name, input, principal)),
    { scope: 'file' },
  ],
})

/** Loci on a test's database, with settings of the environment; for tests that need more than one, or other settings. */
export function openTestService(database: TestDatabase, environment: Record<string, string> = {}): Promise<Service> {
  const config = readConfig({ ...testEnvironment(database), LOCI_DRAIN_SECONDS: '2', ...environment })
  return openService(config, { embedded: { fsync: false, idleExitSeconds: 5 } })
}

/** The environment in which a process of its own opens a test's database. */
export function testEnvironment({ home, databaseUrl }: TestDatabase): Record<string, string> {
  return { LOCI_HOME: home, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) }
}

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

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId, openStore } from '@loci/store'
import type { TestProject } from 'vitest/node'
import { administer, withDatabase } from './server-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** What each test file's database is cloned from. */
    template: { kind: 'embedded'; home: string } | { kind: 'server'; url: string; database: string }
  }
}

/** One migrated template for the run; each test file clones it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env['LOCI_TEST_DATABASE_URL']
  return url === undefined ? embeddedTemplate(project) : serverTemplate(project, url)
}

async function embeddedTemplate(project: TestProject) {
  const home = await mkdtemp(join(tmpdir(), 'loci-template-'))
  const store = openStore({ home, idleExitSeconds: 5, fsync: false })
  const discard = () => rm(home, { recursive: true, force: true, maxRetries: 5 })
  try {
    await store.migrate()
    await store.closeHost()
  } catch (error) {
    await discard()
    throw error
  }
  project.provide('template', { kind: 'embedded', home })
  return discard
}

async function serverTemplate(project: TestProject, url: string) {
  // of this run alone: several runs may share the server
  const database = `loci_template_${newId().replaceAll('-', '')}`
  await administer(url, `create database ${database}`)
  const store = openStore({ home: '', databaseUrl: withDatabase(url, database) })
  try {
    await store.migrate()
  } finally {
    await store.close()
  }
  project.provide('template', { kind: 'server', url, database })
  return () => administer(url, `drop database if exists ${database}`)
}

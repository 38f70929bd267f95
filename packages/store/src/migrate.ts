import { fileURLToPath } from 'node:url'
import { PalaceError } from '@loci/contract'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { Database } from './store.ts'

const folder = fileURLToPath(new URL('../migrations', import.meta.url))
// any number, the same in every version: who holds it is the one that migrates
const migrationLock = 5624

export interface MigrationReport {
  /** How many migrations this database had. */
  before: number
  /** How many it has now. */
  after: number
}

/**
 * Brings the database to this version's schema, all or nothing, one process at a time.
 * A database that is newer than this version is refused and left as it is.
 */
export async function migrate(db: Database): Promise<MigrationReport> {
  const migrations = readMigrationFiles({ migrationsFolder: folder })
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${migrationLock})`)
    await tx.execute(sql`create schema if not exists loci_meta`)
    await tx.execute(sql`
      create table if not exists loci_meta.migrations (
        number integer primary key, hash text not null, applied_at timestamptz not null default now())`)
    const [row] = await tx.execute<{ count: number }>(sql`select count(*)::int as count from loci_meta.migrations`)
    const before = row?.count ?? 0
    if (before > migrations.length)
      throw new PalaceError(
        'unavailable',
        `the database has ${before} migrations, this version knows ${migrations.length}`,
        {
          help: 'Run the version of Loci that wrote it, or a newer one.',
        },
      )
    for (const [index, migration] of migrations.slice(before).entries()) {
      for (const statement of migration.sql) await tx.execute(sql.raw(statement))
      await tx.execute(
        sql`insert into loci_meta.migrations (number, hash) values (${before + index + 1}, ${migration.hash})`,
      )
    }
    return { before, after: migrations.length }
  })
}

import { type Db, rows } from '@loci/store'
import { sql } from 'drizzle-orm'

/** Keeps restores and purges of a palace apart until the transaction ends; restores do not wait for each other. */
export async function lockTrash(tx: Db, palaceId: string, who: 'restore' | 'purge'): Promise<void> {
  const key = sql`hashtextextended(${`loci:trash:${palaceId}`}, 0)`
  await rows(
    tx,
    who === 'purge' ? sql`select pg_advisory_xact_lock(${key})` : sql`select pg_advisory_xact_lock_shared(${key})`,
  )
}

import { createHash } from 'node:crypto'
import type { EmbeddingProfile } from '@loci/embeddings'
import { rows, type Store } from '@loci/store'
import { sql } from 'drizzle-orm'
import { countPassages } from './statistics.ts'

/** Below this a scan of all vectors takes a few milliseconds. */
const smallest = 5000

/**
 * Into how many lists an index of so many vectors divides them: a power of two near the square root, so that it stays
 * the same until there are four times as many. 0 when they need no index.
 */
export const listsFor = (vectors: number, from = smallest): number =>
  vectors < from ? 0 : 2 ** Math.floor(Math.log2(Math.sqrt(vectors)))

/**
 * Builds the index of a palace's vectors once it is worth it, and a finer one each time there are four times as many.
 * Inverted lists (IVFFlat), because a write costs them next to nothing: a graph (HNSW) takes 1 ms a vector on a server and
 * 5 ms in WebAssembly. Writers and searches go on meanwhile on a server; the embedded database does one thing at a time.
 * One process builds, the others pass by.
 */
export async function tendVectorIndex(
  store: Store,
  palaceId: string,
  profile: Pick<EmbeddingProfile, 'name' | 'dimensions'>,
  from = smallest,
): Promise<void> {
  const lists = listsFor(await store.read((db) => countPassages(db, palaceId)), from)
  if (lists === 0) return
  const space = createHash('sha256').update(`${palaceId} ${profile.name}`).digest('hex').slice(0, 24)
  const name = `passage_vectors_near_${space}_${lists}`
  await store.transaction(async (tx) => {
    const [lock] = await rows<{ held: boolean }>(
      tx,
      sql`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as held`,
    )
    const built = await rows<{ name: string; valid: boolean }>(
      tx,
      sql`select c.relname as name, i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid
        where c.relnamespace = 'loci'::regnamespace and starts_with(c.relname, ${`passage_vectors_near_${space}_`})`,
    )
    if (!lock?.held || built.some((index) => index.name === name && index.valid)) return
    // concurrently is not for transactions: this one only holds the lock, and after a command that reads nothing it keeps
    // no snapshot that the build would wait for
    await tx.execute(sql`set local lock_timeout = 0`)
    const [db, concurrently] = store.kind === 'server' ? [store.db, 'concurrently'] : [tx, '']
    const drop = (index: string) => db.execute(sql.raw(`drop index ${concurrently} if exists loci."${index}"`))
    await drop(name)
    await db.execute(
      sql.raw(`create index ${concurrently} "${name}" on loci.passage_vectors
        using ivfflat ((embedding::vector(${profile.dimensions})) vector_ip_ops) with (lists = ${lists})
        where palace_id = '${palaceId}' and profile = '${profile.name.replaceAll("'", "''")}'`),
    )
    for (const old of built) if (old.name !== name) await drop(old.name)
  })
}

import type { EmbeddingProfile } from '@loci/embeddings'
import { array, type Db, rows, tables } from '@loci/store'
import { sql } from 'drizzle-orm'
import { countMisplaced, unindexedDrawers, withoutVectors } from './audit.ts'
import { indexDrawers, insertVectors, type WrittenText } from './follow.ts'

const { corpusStatistics, liveDrawers, passages, passageVectors, statisticDeltas, termStatistics } = tables

const batch = 100

/** Indexes live drawers that have no passage, at most `batch` of them, and gives how many: fewer when none is left. */
export async function indexMissing(tx: Db, palaceId: string, profile: EmbeddingProfile | null): Promise<number> {
  const ids = (await unindexedDrawers(tx, palaceId)).slice(0, batch)
  // whoever changes one of them waits, and finds it indexed
  const texts = await rows<WrittenText>(
    tx,
    sql`select id as drawer_id, room_id, content from ${liveDrawers}
      where palace_id = ${palaceId} and id = any(${array(ids, 'uuid')}) order by id for update`,
  )
  await indexDrawers(tx, palaceId, texts, profile)
  return texts.length
}

/** Gives a page of passages the vectors that they lack, and says how many. */
export async function embedMissing(tx: Db, palaceId: string, profile: EmbeddingProfile): Promise<number> {
  for await (const found of withoutVectors(tx, palaceId, profile)) {
    if (found.length === 0) continue
    const vectors = await profile.embed(
      found.map(({ text }) => text),
      'document',
    )
    const spans = found.map((passage, index) => ({ ...passage, vector: vectors[index] ?? null }))
    await insertVectors(tx, palaceId, profile.name, spans)
    return found.length
  }
  return 0
}

/** Files all passages under the room of their drawer, and says how many were not. */
export async function placePassages(tx: Db, palaceId: string): Promise<number> {
  const misplaced = await countMisplaced(tx, palaceId)
  if (misplaced > 0)
    for (const table of [passages, passageVectors])
      await tx.execute(sql`
        update ${table} p set room_id = d.room_id from ${liveDrawers} d
        where p.palace_id = ${palaceId} and d.palace_id = p.palace_id and d.id = p.drawer_id and p.room_id <> d.room_id`)
  return misplaced
}

/** Counts all passages of live drawers anew. One statement, so that what is written meanwhile is counted once. */
export async function countAnew(tx: Db, palaceId: string): Promise<void> {
  await rows(tx, sql`select pg_advisory_xact_lock(hashtextextended(${`loci:fold:${palaceId}`}, 0))`)
  await tx.execute(sql`
    with folded as (delete from ${statisticDeltas} where palace_id = ${palaceId}),
      live as materialized (
        select p.length, tsvector_to_array(p.lexemes) as terms from ${passages} p
        join ${liveDrawers} d on d.palace_id = p.palace_id and d.id = p.drawer_id where p.palace_id = ${palaceId}),
      counted as materialized (
        select term, count(*) as passages from live, unnest(terms) as term group by term),
      forgotten as (
        delete from ${termStatistics} where palace_id = ${palaceId} and term not in (select term from counted)),
      terms as (
        insert into ${termStatistics} (palace_id, term, passages) select ${palaceId}, term, passages from counted
        on conflict (palace_id, term) do update set passages = excluded.passages)
    insert into ${corpusStatistics} (palace_id, passages, length)
    select ${palaceId}, count(*), coalesce(sum(length), 0) from live
    on conflict (palace_id) do update set passages = excluded.passages, length = excluded.length`)
}

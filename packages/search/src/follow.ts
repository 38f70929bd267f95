import type { EmbeddingProfile } from '@loci/embeddings'
import type { Change } from '@loci/revisions'
import { array, type Db, rows, tables } from '@loci/store'
import { sql } from 'drizzle-orm'
import { passagesOf } from './indexed-text.ts'

const { passages, passageVectors, revisions, statisticDeltas, drawers } = tables

/** A drawer's text, to be indexed. */
export interface WrittenText {
  drawer_id: string
  room_id: string
  content: string
}

/**
 * Brings the index along with a change set, in its transaction: whoever wrote, a text is found at once, a moved drawer
 * in its new room, a trashed one in no count. It reads the revisions, so that no writer has to think of it.
 */
export async function follow(tx: Db, change: Change, profile: EmbeddingProfile | null): Promise<void> {
  // what comes back is counted as it was, before its text changes; what goes, as it is after that
  if (change.kinds.has('drawer.restore')) await countDrawers(tx, change, 'restore', 1)
  if (change.kinds.has('drawer.create') || change.kinds.has('drawer.text')) await indexTexts(tx, change, profile)
  if (change.kinds.has('drawer.move')) await moveRooms(tx, change)
  if (change.kinds.has('drawer.trash')) await countDrawers(tx, change, 'trash', -1)
}

async function indexTexts(tx: Db, change: Change, profile: EmbeddingProfile | null): Promise<void> {
  const { palaceId } = change
  const texts = await rows<WrittenText>(
    tx,
    sql`select distinct on (v.entity_id) v.entity_id as drawer_id, d.room_id, v.content
      from ${revisions} v join ${drawers} d on d.palace_id = v.palace_id and d.id = v.entity_id
      where v.palace_id = ${palaceId} and v.change_set_id = ${change.id} and v.content is not null
      order by v.entity_id, v.number desc`,
  )
  if (change.kinds.has('drawer.text'))
    await forget(
      tx,
      palaceId,
      texts.map((text) => text.drawer_id),
    )
  await indexDrawers(tx, palaceId, texts, profile)
}

/** Cuts texts that have no passages into some, and indexes these. */
export async function indexDrawers(
  tx: Db,
  palaceId: string,
  texts: WrittenText[],
  profile: EmbeddingProfile | null,
): Promise<void> {
  const passages = await passagesOf(
    texts.map(({ content }) => content),
    profile,
  )
  const spans = texts.flatMap(({ drawer_id, room_id }, index) =>
    (passages[index] ?? []).map((passage) => ({ drawer_id, room_id, ...passage })),
  )
  await insertPassages(
    tx,
    palaceId,
    spans.map(({ vector: _, ...row }) => row),
  )
  if (profile) await insertVectors(tx, palaceId, profile.name, spans)
}

/** Drops the passages of texts that are replaced, and takes them out of the statistics. */
async function forget(tx: Db, palaceId: string, drawerIds: string[]): Promise<void> {
  await tx.execute(sql`
    with old as (
      delete from ${passages} where palace_id = ${palaceId} and drawer_id = any(${array(drawerIds, 'uuid')})
      returning length, lexemes)
    insert into ${statisticDeltas} (palace_id, sign, length, terms)
    select ${palaceId}, -1, length, tsvector_to_array(lexemes) from old`)
}

async function insertPassages(tx: Db, palaceId: string, spans: object[]): Promise<void> {
  if (spans.length === 0) return
  await tx.execute(sql`
    with new as (
      insert into ${passages}
        (palace_id, drawer_id, room_id, ordinal, start, "end", char_start, char_length, length, lexemes)
      select ${palaceId}, drawer_id, room_id, ordinal, start, "end", char_start, char_length, length, lexemes::tsvector
      from jsonb_to_recordset(${JSON.stringify(spans)}::jsonb) as span (
        drawer_id uuid, room_id uuid, ordinal int, start int, "end" int, char_start int, char_length int,
        length int, lexemes text)
      returning length, lexemes)
    insert into ${statisticDeltas} (palace_id, sign, length, terms)
    select ${palaceId}, 1, length, tsvector_to_array(lexemes) from new`)
}

/** Gives passages their vectors, where they have one. */
export async function insertVectors(
  tx: Db,
  palaceId: string,
  profile: string,
  spans: { drawer_id: string; room_id: string; ordinal: number; vector: Float32Array | null }[],
): Promise<void> {
  const known = spans.flatMap(({ drawer_id, room_id, ordinal, vector }) =>
    vector ? [{ drawer_id, room_id, ordinal, embedding: toVectorText(vector) }] : [],
  )
  if (known.length === 0) return
  await tx.execute(sql`
    insert into ${passageVectors} (palace_id, profile, drawer_id, room_id, ordinal, embedding)
    select ${palaceId}, ${profile}, drawer_id, room_id, ordinal, embedding::vector
    from jsonb_to_recordset(${JSON.stringify(known)}::jsonb) as v (
      drawer_id uuid, room_id uuid, ordinal int, embedding text)`)
}

/** A vector in pgvector's text form. */
export const toVectorText = (vector: Float32Array): string => `[${Array.from(vector, (x) => x.toFixed(5)).join(',')}]`

async function moveRooms(tx: Db, change: Change): Promise<void> {
  for (const table of [passages, passageVectors])
    await tx.execute(sql`
      update ${table} p set room_id = d.room_id
      from ${revisions} v join ${drawers} d on d.palace_id = v.palace_id and d.id = v.entity_id
      where v.palace_id = ${change.palaceId} and v.change_set_id = ${change.id} and v.kind = 'move' and v.entity = 'drawer'
        and p.palace_id = v.palace_id and p.drawer_id = v.entity_id and p.room_id <> d.room_id`)
}

/** A trashed drawer keeps its passages, for its restore, and leaves the statistics. */
async function countDrawers(tx: Db, change: Change, kind: 'trash' | 'restore', sign: 1 | -1): Promise<void> {
  await tx.execute(sql`
    insert into ${statisticDeltas} (palace_id, sign, length, terms)
    select p.palace_id, ${sign}::smallint, p.length, tsvector_to_array(p.lexemes)
    from ${revisions} v join ${passages} p on p.palace_id = v.palace_id and p.drawer_id = v.entity_id
    where v.palace_id = ${change.palaceId} and v.change_set_id = ${change.id} and v.kind = ${kind} and v.entity = 'drawer'`)
}

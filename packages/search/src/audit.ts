import type { EmbeddingProfile } from '@loci/embeddings'
import { type Db, rows, tables } from '@loci/store'
import { sql } from 'drizzle-orm'
import { countedPassages } from './statistics.ts'

const { liveDrawers, passages, passageVectors } = tables

/** A passage by its key, with its place and text. */
export interface PassageText {
  drawer_id: string
  room_id: string
  ordinal: number
  text: string
}

const page = 500

/** Live drawers that no search can find: their text has no passage. */
export async function unindexedDrawers(db: Db, palaceId: string): Promise<string[]> {
  const found = await rows<{ id: string }>(
    db,
    sql`select d.id from ${liveDrawers} d where d.palace_id = ${palaceId} and not exists (
      select 1 from ${passages} p where p.palace_id = d.palace_id and p.drawer_id = d.id) order by d.id`,
  )
  return found.map(({ id }) => id)
}

/** How many passages are filed under another room than their drawer's. */
export async function countMisplaced(db: Db, palaceId: string): Promise<number> {
  const [row] = await rows<{ count: number }>(
    db,
    sql`select count(*)::int as count from ${passages} p
      join ${liveDrawers} d on d.palace_id = p.palace_id and d.id = p.drawer_id
      where p.palace_id = ${palaceId} and p.room_id <> d.room_id`,
  )
  return row?.count ?? 0
}

/** Page by page, the passages that have no vector and could have one: many a text says nothing to a profile. */
export async function* withoutVectors(
  db: Db,
  palaceId: string,
  profile: EmbeddingProfile,
): AsyncGenerator<(PassageText & { vector: Float32Array })[]> {
  let after = { drawer_id: '00000000-0000-0000-0000-000000000000', ordinal: -1 }
  for (;;) {
    const found = await rows<PassageText>(
      db,
      sql`select p.drawer_id, p.room_id, p.ordinal,
          substring(d.content from p.char_start + 1 for p.char_length) as text
        from ${passages} p join ${liveDrawers} d on d.palace_id = p.palace_id and d.id = p.drawer_id
        where p.palace_id = ${palaceId} and (p.drawer_id, p.ordinal) > (${after.drawer_id}, ${after.ordinal}::int)
          and not exists (
            select 1 from ${passageVectors} v where v.palace_id = p.palace_id and v.profile = ${profile.name}
              and v.drawer_id = p.drawer_id and v.ordinal = p.ordinal)
        order by p.drawer_id, p.ordinal limit ${page}`,
    )
    const last = found.at(-1)
    if (last === undefined) return
    const vectors = await profile.embed(
      found.map(({ text }) => text),
      'document',
    )
    yield found.flatMap((passage, index) => {
      const vector = vectors[index]
      return vector ? [{ ...passage, vector }] : []
    })
    after = last
  }
}

/** How many passages of live drawers there are, and how many the statistics count. */
export async function compareStatistics(db: Db, palaceId: string): Promise<{ passages: number; counted: number }> {
  // one statement, as between two something may be written
  const [row] = await rows<{ passages: number; counted: number }>(
    db,
    sql`select (
        select count(*)::int from ${passages} p
        join ${liveDrawers} d on d.palace_id = p.palace_id and d.id = p.drawer_id where p.palace_id = ${palaceId}
      ) as passages, (${countedPassages(palaceId)}) as counted`,
  )
  return row ?? { passages: 0, counted: 0 }
}

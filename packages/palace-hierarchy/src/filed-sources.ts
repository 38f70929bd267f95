import type { Change } from '@loci/revisions'
import { type Db, rows, tables } from '@loci/store'
import { sql } from 'drizzle-orm'
import { isFrom } from './parts.ts'
import { trash } from './trash.ts'

const { liveDrawers, liveRooms, liveWings } = tables

const atOnce = 1000

interface FiledSource {
  id: string
  uri: string | null
  kind: string | null
  document: string | null
}

/** Where every live drawer that was made from a file came from, in all wings or in one, a page at a time. */
export async function* filedSources(
  db: Db,
  { palaceId, wing }: { palaceId: string; wing?: string | undefined },
): AsyncGenerator<FiledSource> {
  const inWing = wing === undefined ? sql`true` : sql`w.name = ${wing.normalize('NFC')}`
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const page = await rows<FiledSource>(
      db,
      sql`select d.id, d.source_uri as uri, d.source_kind as kind, d.source_document as document
        from ${liveDrawers} d
        join ${liveRooms} r on r.palace_id = d.palace_id and r.id = d.room_id
        join ${liveWings} w on w.palace_id = r.palace_id and w.id = r.wing_id
        where d.palace_id = ${palaceId} and ${inWing} and d.id > ${after}
          and (d.source_kind is null or d.source_kind in ('file', 'document'))
        order by d.id limit ${atOnce}`,
    )
    yield* page
    const last = page.at(-1)
    if (last === undefined || page.length < atOnce) return
    after = last.id
  }
}

/** How many live drawers came from exactly this source or are parts of it, and the addresses of a few of them. */
export async function countFromSource(
  db: Db,
  { palaceId, uri, most }: { palaceId: string; uri: string; most: number },
): Promise<{ count: number; sample: string[] }> {
  const found = await rows<{ address: string; count: number }>(
    db,
    sql`select w.name || '/' || r.name || '/' || coalesce(d.name, d.id::text) as address, count(*) over ()::int as count
      from ${liveDrawers} d
      join ${liveRooms} r on r.palace_id = d.palace_id and r.id = d.room_id
      join ${liveWings} w on w.palace_id = r.palace_id and w.id = r.wing_id
      where d.palace_id = ${palaceId} and ${isFrom(sql`d.source_uri`, sql`d.source_kind`, uri)} order by d.id limit ${most}`,
  )
  return { count: found[0]?.count ?? 0, sample: found.map(({ address }) => address) }
}

/** Moves every drawer that came from exactly this source, or is a part of it, to the trash. */
export function deleteFromSource(tx: Db, change: Change, uri: string): Promise<number> {
  return trash(tx, change, 'drawer', isFrom(sql`source_uri`, sql`source_kind`, uri))
}

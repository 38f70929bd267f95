import { type Db, rows, tables } from '@loci/store'
import { sql } from 'drizzle-orm'

const { drawers, liveDrawers, liveRooms, rooms, liveWings } = tables

/** Things of one kind that do not fit: how many, and the first of them. */
export interface Findings {
  count: number
  ids: string[]
}

const most = 100

/** Live rooms in a wing that is not, and live drawers in a room that is not: nobody can reach them by an address. */
export async function findOrphans(db: Db, palaceId: string): Promise<{ rooms: Findings; drawers: Findings }> {
  return {
    rooms: await find(
      db,
      sql`select r.id from ${liveRooms} r where r.palace_id = ${palaceId} and not exists (
        select 1 from ${liveWings} w where w.palace_id = r.palace_id and w.id = r.wing_id)`,
    ),
    drawers: await find(
      db,
      sql`select d.id from ${liveDrawers} d where d.palace_id = ${palaceId} and not exists (
        select 1 from ${liveRooms} r where r.palace_id = d.palace_id and r.id = d.room_id)`,
    ),
  }
}

/** Live drawers that are said to be a part of something that is not named. */
export function findDanglingSources(db: Db, palaceId: string): Promise<Findings> {
  return find(
    db,
    sql`select d.id from ${liveDrawers} d where d.palace_id = ${palaceId}
      and ((d.source_position is not null and d.source_document is null)
        or (d.source_document is not null and d.source_kind in ('file', 'document') and d.source_uri is null))`,
  )
}

/** Things in the trash without the change set that took them there: no restore finds them. */
export function findUnrestorable(db: Db, palaceId: string): Promise<Findings> {
  const one = (table: typeof drawers | typeof rooms) =>
    sql`select id from ${table} where palace_id = ${palaceId} and deleted_at is not null and deleted_in is null`
  return find(db, sql`${one(drawers)} union all ${one(rooms)}`)
}

async function find(db: Db, faulty: ReturnType<typeof sql>): Promise<Findings> {
  const [row] = await rows<{ count: number; ids: string[] | null }>(
    db,
    sql`select count(*)::int as count, (array_agg(id order by id))[1:${sql.raw(String(most))}] as ids
      from (${faulty}) faulty`,
  )
  return { count: row?.count ?? 0, ids: row?.ids ?? [] }
}

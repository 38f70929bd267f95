import { type Db, rows, tables } from '@loci/store'
import { sql } from 'drizzle-orm'

const { liveDrawers, liveRooms, liveWings } = tables

export interface RoomCount {
  wing: string
  /** Null for a wing without rooms. */
  room: string | null
  drawers: number
}

/** Every live room with its wing and how many drawers it holds, from one query, so that sums agree. */
export function countByRoom(db: Db, input: { palaceId: string; wingId?: string | undefined }): Promise<RoomCount[]> {
  return rows<RoomCount>(
    db,
    sql`select w.name as wing, r.name as room, count(d.id)::int as drawers
      from ${liveWings} w
      left join ${liveRooms} r on r.palace_id = w.palace_id and r.wing_id = w.id
      left join ${liveDrawers} d on d.palace_id = r.palace_id and d.room_id = r.id
      where w.palace_id = ${input.palaceId} and ${input.wingId === undefined ? sql`true` : sql`w.id = ${input.wingId}`}
      group by w.name, r.name order by w.name, r.name`,
  )
}

/** How many live wings, rooms and drawers the palace has. */
export async function countPalace(
  db: Db,
  palaceId: string,
): Promise<{ wings: number; rooms: number; drawers: number }> {
  const [row] = await rows<{ wings: number; rooms: number; drawers: number }>(
    db,
    sql`select
      (select count(*)::int from ${liveWings} where palace_id = ${palaceId}) as wings,
      (select count(*)::int from ${liveRooms} where palace_id = ${palaceId}) as rooms,
      (select count(*)::int from ${liveDrawers} where palace_id = ${palaceId}) as drawers`,
  )
  return row ?? { wings: 0, rooms: 0, drawers: 0 }
}

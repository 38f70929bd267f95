import { type Db, rows, tables } from '@loci/store'
import { and, eq, sql } from 'drizzle-orm'
import { isId } from './names.ts'
import { getRoom } from './rooms.ts'
import { getWing } from './wings.ts'

const { liveRooms, liveWings } = tables

/** The ids of the live rooms that a filter means: a wing's, one room of it, or the rooms of one name in all wings. */
export async function findRoomIds(
  db: Db,
  { palaceId, wing, room }: { palaceId: string; wing?: string | undefined; room?: string | undefined },
): Promise<string[] | undefined> {
  if (wing === undefined && room === undefined) return undefined
  if (wing !== undefined && room !== undefined) return [(await getRoom(db, { palaceId, wing, room })).id]
  const which =
    wing !== undefined
      ? eq(liveRooms.wingId, (await getWing(db, { palaceId, wing })).id)
      : isId(room ?? '')
        ? eq(liveRooms.id, room ?? '')
        : eq(liveRooms.name, (room ?? '').normalize('NFC'))
  const found = await db
    .select({ id: liveRooms.id })
    .from(liveRooms)
    .where(and(eq(liveRooms.palaceId, palaceId), which))
  return found.map((row) => row.id)
}

/** The live rooms of a name, or the one of an id, with their wings. */
export function findRoomsNamed(
  db: Db,
  { palaceId, room }: { palaceId: string; room: string },
): Promise<{ id: string; wing: string }[]> {
  const which = isId(room) ? sql`r.id = ${room}` : sql`r.name = ${room.normalize('NFC')}`
  return rows<{ id: string; wing: string }>(
    db,
    sql`select r.id, w.name as wing from ${liveRooms} r
      join ${liveWings} w on w.palace_id = r.palace_id and w.id = r.wing_id
      where r.palace_id = ${palaceId} and ${which} order by w.name`,
  )
}

import { type Db, tables } from '@loci/store'
import { and, eq } from 'drizzle-orm'
import { isId } from './names.ts'
import { getRoom } from './rooms.ts'
import { getWing } from './wings.ts'

const { liveRooms } = tables

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

import { array, type Db, rows, tables } from '@loci/store'
import { sql } from 'drizzle-orm'

const { drawers, rooms, wings, liveDrawers, liveRooms, liveWings } = tables

/** Names under which trashed things cannot come back, as live ones have them; five at most. The index has the last word. */
export async function takenNames(
  tx: Db,
  input: {
    palaceId: string
    entity: 'wing' | 'room' | 'drawer'
    ids: readonly string[]
    renamed?: { id: string; name: string } | undefined
  },
): Promise<string[]> {
  if (input.ids.length === 0) return []
  const { table, live, beside } = {
    wing: { table: wings, live: liveWings, beside: sql`true` },
    room: { table: rooms, live: liveRooms, beside: sql`l.wing_id = t.wing_id` },
    drawer: { table: drawers, live: liveDrawers, beside: sql`l.room_id = t.room_id` },
  }[input.entity]
  const { renamed } = input
  const name =
    renamed === undefined ? sql`t.name` : sql`case when t.id = ${renamed.id} then ${renamed.name} else t.name end`
  const found = await rows<{ name: string }>(
    tx,
    sql`select l.name from ${table} t
      join ${live} l on l.palace_id = t.palace_id and ${beside} and l.name = ${name}
      where t.palace_id = ${input.palaceId} and t.id = any(${array([...input.ids], 'uuid')}) order by l.name limit 5`,
  )
  return found.map((row) => row.name)
}

import { type Db, rows, tables } from '@loci/store'
import { sql } from 'drizzle-orm'

/** Up to three live names that look like the one that was not found, best first. */
export async function nearest(
  db: Db,
  palaceId: string,
  kind: 'wing' | 'room',
  name: string,
  wingId?: string,
): Promise<string[]> {
  const siblings =
    kind === 'wing'
      ? sql`select name from ${tables.liveWings} where palace_id = ${palaceId}`
      : sql`select name from ${tables.liveRooms} where palace_id = ${palaceId} and wing_id = ${wingId}`
  const found = await rows<{ name: string }>(
    db,
    sql`select name from (${siblings}) s where similarity(name, ${name}) > 0.3 order by similarity(name, ${name}) desc, name limit 3`,
  )
  return found.map((row) => row.name)
}

import { PalaceError } from '@loci/contract'
import { type Db, isSameText, tables } from '@loci/store'
import { and, eq } from 'drizzle-orm'
import { isId, toName } from './names.ts'
import { getRoom, type PlacedRoom } from './rooms.ts'

const { liveDrawers } = tables

export type DrawerRow = typeof tables.drawers.$inferSelect

/** The refusal of a name that another live drawer of the room has. */
export const nameTaken = (name: string, id?: string, cause?: unknown) =>
  new PalaceError('drawer.name_taken', `the room has another drawer named ${JSON.stringify(name)}`, {
    details: { name, ...(id && { id }) },
    cause,
  })

/** A live drawer by its id; with `lock` it stays as it is until the transaction ends. */
export async function getDrawer(db: Db, input: { palaceId: string; id: string; lock?: 'update' }): Promise<DrawerRow> {
  const query = db
    .select()
    .from(liveDrawers)
    .where(and(eq(liveDrawers.palaceId, input.palaceId), eq(liveDrawers.id, input.id)))
  const [row] = input.lock === undefined ? await query : await query.for(input.lock)
  if (!row) throw new PalaceError('drawer.not_found', `there is no drawer ${input.id}`, { details: { id: input.id } })
  return row
}

/** The live drawer that an address means: its name first, or its id, which counts only inside the addressed room. */
export async function findDrawer(
  db: Db,
  { palaceId, wing, room, drawer }: { palaceId: string; wing: string; room: string; drawer: string },
): Promise<{ row: DrawerRow; room: PlacedRoom }> {
  const placed = await getRoom(db, { palaceId, wing, room })
  const [row] = await db
    .select()
    .from(liveDrawers)
    .where(
      and(
        eq(liveDrawers.palaceId, palaceId),
        eq(liveDrawers.roomId, placed.id),
        isId(drawer) ? eq(liveDrawers.id, drawer) : isSameText(liveDrawers.name, toName('drawer', drawer)),
      ),
    )
  if (row) return { row, room: placed }
  throw new PalaceError(
    'drawer.not_found',
    `there is no drawer ${JSON.stringify(drawer)} in ${placed.wing}/${placed.name}`,
    {
      details: { wing: placed.wing, room: placed.name, drawer },
    },
  )
}

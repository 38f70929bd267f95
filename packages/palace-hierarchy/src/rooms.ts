import { PalaceError } from '@loci/contract'
import { type Change, type NewRevision, record } from '@loci/revisions'
import { array, type Db, newId, rows, tables, violatedConstraint } from '@loci/store'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { isId, nameKey, toName } from './names.ts'
import { nearest } from './nearest.ts'
import { staleRevision } from './stale.ts'
import { nearTwin } from './twins.ts'
import { type Created, ensureWing, getWing, type WingRow } from './wings.ts'

const { rooms, liveRooms, liveDrawers } = tables

type RoomRow = typeof rooms.$inferSelect
/** A room with the wing it is in. */
export type PlacedRoom = RoomRow & { wing: string }

interface Addressed {
  palaceId: string
  wing: string
  room: string
  lock?: 'share' | 'update'
}

/** The live room that an address means; its id counts only inside the addressed wing. */
export async function getRoom(db: Db, { palaceId, wing: segment, room, lock }: Addressed): Promise<PlacedRoom> {
  const wing = await getWing(db, { palaceId, wing: segment, ...(lock && { lock: 'share' as const }) })
  const row = await findRoom(db, wing, room, lock)
  if (row) return row
  const details = { wing: wing.name, room, nearest: await nearest(db, palaceId, 'room', room, wing.id) }
  throw new PalaceError('room.not_found', `there is no room ${JSON.stringify(room)} in ${JSON.stringify(wing.name)}`, {
    details,
  })
}

async function findRoom(
  db: Db,
  wing: WingRow,
  room: string,
  lock?: 'share' | 'update',
): Promise<PlacedRoom | undefined> {
  const query = db
    .select()
    .from(liveRooms)
    .where(
      and(
        eq(liveRooms.palaceId, wing.palaceId),
        eq(liveRooms.wingId, wing.id),
        isId(room) ? eq(liveRooms.id, room) : eq(liveRooms.name, room.normalize('NFC')),
      ),
    )
  const [row] = lock === undefined ? await query : await query.for(lock)
  return row && { ...row, wing: wing.name }
}

/** Gets or makes a room, and its wing on the way. It is held against deletion until the transaction ends. */
export async function createRoom(
  tx: Db,
  change: Change,
  input: { wing: string; name: string; description?: string | undefined; strict?: boolean },
): Promise<Created<PlacedRoom>> {
  const name = toName('room', input.name)
  const wing = await ensureWing(tx, change, input.wing)
  const { palaceId } = change
  for (;;) {
    const found = await findRoom(tx, wing, name, 'share')
    if (found) return { row: found, created: false }
    const siblings = { palaceId, kind: 'room' as const, parent: wing.id }
    const near = await nearTwin(tx, siblings, name, input.strict ?? false)
    const [row] = await tx
      .insert(rooms)
      .values({
        palaceId,
        id: newId(),
        wingId: wing.id,
        name,
        nameKey: nameKey(name),
        description: input.description ?? '',
      })
      .onConflictDoNothing({ target: [rooms.palaceId, rooms.wingId, rooms.name], where: sql`deleted_at is null` })
      .returning()
    if (!row) continue
    const after = { wing_id: wing.id, name, description: row.description }
    await record(tx, change, [{ entity: 'room', entityId: row.id, number: 1, kind: 'create', after }])
    return { row: { ...row, wing: wing.name }, created: true, near }
  }
}

/** The room that a drawer is filed into: made on the way when it is a name, never when it is an id. */
export async function ensureRoom(tx: Db, change: Change, address: { wing: string; room: string }): Promise<PlacedRoom> {
  const { palaceId } = change
  if (isId(address.room)) return getRoom(tx, { palaceId, ...address, lock: 'share' })
  return (await createRoom(tx, change, { wing: address.wing, name: address.room })).row
}

/** How many live drawers each of the rooms holds, counted now. */
export async function countRooms(db: Db, palaceId: string, roomIds: string[]): Promise<Map<string, number>> {
  const counted = await rows<{ id: string; drawers: number }>(
    db,
    sql`select room_id as id, count(*)::int as drawers from ${liveDrawers}
      where palace_id = ${palaceId} and room_id = any(${array(roomIds, 'uuid')}) group by room_id`,
  )
  return new Map(counted.map(({ id, drawers }) => [id, drawers]))
}

/** Live rooms of a wing by name. `after` is the last name of the page before. */
export async function listRooms(
  db: Db,
  input: { palaceId: string; wing: string; prefix?: string | undefined; after?: string | undefined; limit: number },
): Promise<PlacedRoom[]> {
  const wing = await getWing(db, input)
  const found = await db
    .select()
    .from(liveRooms)
    .where(
      and(
        eq(liveRooms.palaceId, input.palaceId),
        eq(liveRooms.wingId, wing.id),
        input.prefix === undefined ? undefined : sql`starts_with(${liveRooms.name}, ${input.prefix.normalize('NFC')})`,
        input.after === undefined ? undefined : gt(liveRooms.name, input.after),
      ),
    )
    .orderBy(asc(liveRooms.name))
    .limit(input.limit)
  return found.map((row) => ({ ...row, wing: wing.name }))
}

/** Renames, describes or moves a room; a revision for each kind of change that was one. */
export async function updateRoom(
  tx: Db,
  change: Change,
  input: {
    wing: string
    room: string
    name?: string | undefined
    description?: string | undefined
    toWing?: string | undefined
    expectedRevision?: number | undefined
  },
): Promise<PlacedRoom> {
  const { palaceId } = change
  const current = await getRoom(tx, { palaceId, wing: input.wing, room: input.room, lock: 'update' })
  staleRevision('room', current, input.expectedRevision)
  const target =
    input.toWing === undefined ? undefined : await getWing(tx, { palaceId, wing: input.toWing, lock: 'share' })
  const before = { name: current.name, description: current.description }
  const after = {
    name: input.name === undefined ? current.name : toName('room', input.name),
    description: input.description ?? current.description,
  }
  const revisions: NewRevision[] = []
  const note = (kind: 'meta' | 'move', from: Record<string, unknown>, to: Record<string, unknown>) =>
    revisions.push({
      entity: 'room',
      entityId: current.id,
      number: current.revision + revisions.length + 1,
      kind,
      before: from,
      after: to,
    })
  if (after.name !== before.name || after.description !== before.description) note('meta', before, after)
  if (target && target.id !== current.wingId) note('move', { wing_id: current.wingId }, { wing_id: target.id })
  if (revisions.length === 0) return current
  const [row] = await tx
    .update(rooms)
    .set({
      ...after,
      nameKey: nameKey(after.name),
      wingId: target?.id ?? current.wingId,
      revision: current.revision + revisions.length,
      updatedAt: sql`now()`,
    })
    .where(and(eq(rooms.palaceId, palaceId), eq(rooms.id, current.id)))
    .returning()
    .catch((error: unknown) => {
      if (violatedConstraint(error) !== 'rooms_live_name') throw error
      throw new PalaceError('room.name_taken', `another room there is named ${JSON.stringify(after.name)}`, {
        cause: error,
      })
    })
  if (!row) throw new Error('a locked room went away')
  await record(tx, change, revisions)
  return { ...row, wing: target?.name ?? current.wing }
}

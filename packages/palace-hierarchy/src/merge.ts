import { PalaceError } from '@loci/contract'
import { type Change, recordAll } from '@loci/revisions'
import { type Db, rows, tables, violatedConstraint } from '@loci/store'
import { and, eq, sql } from 'drizzle-orm'
import { refuseWhileBusy } from './busy.ts'
import { getRoom, type PlacedRoom } from './rooms.ts'
import { trash } from './trash.ts'
import { getWing, type WingRow } from './wings.ts'

const { drawers, rooms, liveDrawers, liveRooms } = tables

/** Moves all drawers of a room into another and the emptied room to the trash. Gives the room that took them. */
export async function mergeRoom(
  tx: Db,
  change: Change,
  input: { wing: string; room: string; intoWing: string; intoRoom: string },
): Promise<PlacedRoom> {
  const { palaceId } = change
  await refuseWhileBusy(tx, palaceId)
  const from = await getRoom(tx, { palaceId, wing: input.wing, room: input.room, lock: 'update' })
  const into = await getRoom(tx, { palaceId, wing: input.intoWing, room: input.intoRoom, lock: 'share' })
  refuseSame(from.id, into.id, 'room')
  await pour(tx, change, from.id, into.id)
  return into
}

/** Moves all rooms of a wing into another, merging those of one name, and the emptied wing to the trash. */
export async function mergeWing(tx: Db, change: Change, input: { wing: string; into: string }): Promise<WingRow> {
  const { palaceId } = change
  await refuseWhileBusy(tx, palaceId)
  const from = await getWing(tx, { palaceId, wing: input.wing, lock: 'update' })
  // no room may come in beside those that move
  const into = await getWing(tx, { palaceId, wing: input.into, lock: 'update' })
  refuseSame(from.id, into.id, 'wing')
  const shared = await rows<{ from_id: string; into_id: string }>(
    tx,
    sql`select f.id as from_id, i.id as into_id
      from ${liveRooms} f join ${liveRooms} i on i.palace_id = f.palace_id and i.name = f.name and i.wing_id = ${into.id}
      where f.palace_id = ${palaceId} and f.wing_id = ${from.id} order by f.id`,
  )
  for (const pair of shared) await pour(tx, change, pair.from_id, pair.into_id)
  await recordAll(tx, change, {
    entity: 'room',
    kind: 'move',
    changed: sql`
      update ${rooms} set wing_id = ${into.id}, revision = revision + 1, updated_at = now()
      where palace_id = ${palaceId} and wing_id = ${from.id} and deleted_at is null
      returning id, revision,
        jsonb_build_object('wing_id', ${from.id}::text) as before, jsonb_build_object('wing_id', ${into.id}::text) as after`,
  })
  await trash(tx, change, 'wing', sql`id = ${from.id}`)
  return into
}

async function pour(tx: Db, change: Change, fromId: string, intoId: string): Promise<void> {
  await refuseSharedNames(tx, change.palaceId, fromId, intoId)
  await recordAll(tx, change, {
    entity: 'drawer',
    kind: 'move',
    changed: sql`
      update ${drawers} set room_id = ${intoId}, revision = revision + 1, updated_at = now()
      where palace_id = ${change.palaceId} and room_id = ${fromId} and deleted_at is null
      returning id, revision,
        jsonb_build_object('room_id', ${fromId}::text) as before, jsonb_build_object('room_id', ${intoId}::text) as after`,
  }).catch((error: unknown) => {
    if (violatedConstraint(error) !== 'drawers_live_name') throw error
    throw new PalaceError('drawer.name_taken', 'the room was given a drawer of a name that both have', { cause: error })
  })
  await trash(tx, change, 'room', sql`id = ${fromId}`)
}

async function refuseSharedNames(tx: Db, palaceId: string, fromId: string, intoId: string): Promise<void> {
  const taken = tx
    .select({ name: liveDrawers.name })
    .from(liveDrawers)
    .where(and(eq(liveDrawers.palaceId, palaceId), eq(liveDrawers.roomId, intoId)))
  const shared = await tx
    .select({ name: liveDrawers.name })
    .from(liveDrawers)
    .where(
      and(eq(liveDrawers.palaceId, palaceId), eq(liveDrawers.roomId, fromId), sql`${liveDrawers.name} in (${taken})`),
    )
    .limit(5)
  if (shared.length === 0) return
  const names = shared.map((row) => row.name)
  throw new PalaceError(
    'drawer.name_taken',
    `both rooms have a drawer named ${names.map((n) => JSON.stringify(n)).join(', ')}`,
    {
      help: 'Rename one of each pair, then merge again.',
      details: { names },
    },
  )
}

function refuseSame(fromId: string, intoId: string, kind: string): void {
  if (fromId === intoId) throw new PalaceError('input.invalid', `into: is the same ${kind}`)
}

import { type Change, recordAll } from '@loci/revisions'
import { array, type Db, tables } from '@loci/store'
import { sql, type SQL } from 'drizzle-orm'
import { refuseWhileBusy } from './busy.ts'
import { getDrawer } from './drawers.ts'
import { getRoom } from './rooms.ts'
import { staleRevision } from './stale.ts'
import { getWing } from './wings.ts'

const { wings, rooms, drawers } = tables

/** How many of each went to the trash. */
export interface Trashed {
  wings: number
  rooms: number
  drawers: number
}

interface Doomed {
  expectedRevision?: number | undefined
}

/** Moves a wing with its live rooms and drawers to the trash; `palace.busy` while a job writes to the palace. */
export async function deleteWing(tx: Db, change: Change, input: Doomed & { wing: string }): Promise<Trashed> {
  const { palaceId } = change
  await refuseWhileBusy(tx, palaceId)
  const wing = await getWing(tx, { palaceId, wing: input.wing, lock: 'update' })
  staleRevision('wing', wing, input.expectedRevision)
  const inWing = sql`room_id in (select id from ${rooms} where palace_id = ${palaceId} and wing_id = ${wing.id})`
  // top down: once its parent is gone, nothing new can come in below
  return {
    wings: await trash(tx, change, 'wing', sql`id = ${wing.id}`),
    rooms: await trash(tx, change, 'room', sql`wing_id = ${wing.id}`),
    drawers: await trash(tx, change, 'drawer', inWing),
  }
}

/** Moves a room with its live drawers to the trash; `palace.busy` while a job writes to the palace. */
export async function deleteRoom(
  tx: Db,
  change: Change,
  input: Doomed & { wing: string; room: string },
): Promise<Trashed> {
  const { palaceId } = change
  await refuseWhileBusy(tx, palaceId)
  const room = await getRoom(tx, { palaceId, wing: input.wing, room: input.room, lock: 'update' })
  staleRevision('room', room, input.expectedRevision)
  return {
    wings: 0,
    rooms: await trash(tx, change, 'room', sql`id = ${room.id}`),
    drawers: await trash(tx, change, 'drawer', sql`room_id = ${room.id}`),
  }
}

/** Moves a drawer to the trash. Its name is free at once. */
export async function deleteDrawer(tx: Db, change: Change, input: Doomed & { drawerId: string }): Promise<Trashed> {
  const drawer = await getDrawer(tx, { palaceId: change.palaceId, id: input.drawerId, lock: 'update' })
  staleRevision('drawer', drawer, input.expectedRevision)
  return { wings: 0, rooms: 0, drawers: await trash(tx, change, 'drawer', sql`id = ${drawer.id}`) }
}

/** Moves those of the drawers that are live to the trash. */
export function deleteDrawers(tx: Db, change: Change, ids: string[]): Promise<number> {
  return trash(tx, change, 'drawer', sql`id = any(${array(ids, 'uuid')})`)
}

/** Moves the live rows that match to the trash, each with its revision, in one statement. */
export function trash(tx: Db, change: Change, entity: 'wing' | 'room' | 'drawer', matching: SQL): Promise<number> {
  const table = { wing: wings, room: rooms, drawer: drawers }[entity]
  return recordAll(tx, change, {
    entity,
    kind: 'trash',
    changed: sql`
      update ${table} set deleted_at = now(), deleted_in = ${change.id}, revision = revision + 1
      where palace_id = ${change.palaceId} and deleted_at is null and ${matching}
      returning id, revision, null::jsonb as before, null::jsonb as after`,
  })
}

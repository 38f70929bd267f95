import { PalaceError } from '@loci/contract'
import {
  changeThings,
  createThings,
  getDrawer,
  getRoom,
  lockThings,
  type PlacedRoom,
  trashThings,
} from '@loci/palace-hierarchy'
import type { Change } from '@loci/revisions'
import { type Db, newId, rows, tables } from '@loci/store'
import { sql, type SQL } from 'drizzle-orm'

const { liveDrawers, liveRooms, liveTunnels, liveWings } = tables

/** A tunnel with the rooms at its ends. */
export interface TunnelRow {
  id: string
  label: string
  source_room_id: string
  source_wing: string
  source_room: string
  source_drawer_id: string | null
  target_room_id: string
  target_wing: string
  target_room: string
  target_drawer_id: string | null
  added_by: string
  revision: number
  created_at: Date
}

const liveDrawer = (id: SQL) =>
  sql`(select d.id from ${liveDrawers} d where d.palace_id = t.palace_id and d.id = ${id})`

const columns = sql`t.id, t.label, t.added_by, t.revision, t.created_at,
  t.source_room_id, sw.name as source_wing, sr.name as source_room, ${liveDrawer(sql`t.source_drawer_id`)} as source_drawer_id,
  t.target_room_id, tw.name as target_wing, tr.name as target_room, ${liveDrawer(sql`t.target_drawer_id`)} as target_drawer_id`

const placedTunnels = sql`${liveTunnels} t
  join ${liveRooms} sr on sr.palace_id = t.palace_id and sr.id = t.source_room_id
  join ${liveWings} sw on sw.palace_id = t.palace_id and sw.id = sr.wing_id
  join ${liveRooms} tr on tr.palace_id = t.palace_id and tr.id = t.target_room_id
  join ${liveWings} tw on tw.palace_id = t.palace_id and tw.id = tr.wing_id`

/** Tunnels, newest first, as a page behind `after`: all, those of a wing, or those of a room. */
export async function listTunnels(
  db: Db,
  input: {
    palaceId: string
    wingId?: string | undefined
    roomId?: string | undefined
    after?: string | undefined
    limit: number
  },
): Promise<TunnelRow[]> {
  const { wingId, roomId, after } = input
  const conditions = [
    sql`t.palace_id = ${input.palaceId}`,
    ...(wingId === undefined ? [] : [sql`(sw.id = ${wingId} or tw.id = ${wingId})`]),
    ...(roomId === undefined ? [] : [sql`(t.source_room_id = ${roomId} or t.target_room_id = ${roomId})`]),
    ...(after === undefined ? [] : [sql`t.id < ${after}`]),
  ]
  return tunnelRows(
    db,
    sql`select ${columns} from ${placedTunnels} where ${sql.join(conditions, sql` and `)}
      order by t.id desc limit ${input.limit}`,
  )
}

/** One tunnel, or `tunnel.not_found`. */
export async function getTunnel(db: Db, palaceId: string, id: string): Promise<TunnelRow> {
  const [row] = await tunnelRows(
    db,
    sql`select ${columns} from ${placedTunnels} where t.palace_id = ${palaceId} and t.id = ${id}`,
  )
  if (row) return row
  throw new PalaceError('tunnel.not_found', `there is no tunnel ${id}`, { details: { id } })
}

async function tunnelRows(db: Db, statement: SQL): Promise<TunnelRow[]> {
  const found = await rows<TunnelRow>(db, statement)
  return found.map((row) => ({ ...row, created_at: new Date(row.created_at) }))
}

export interface TunnelEnd {
  wing: string
  room: string
  drawerId?: string | undefined
}

/**
 * Joins two rooms, which have to exist. There is one tunnel between two rooms, whichever is named first: the same pair
 * again gives it another label and other drawers, where they are given.
 */
export async function createTunnel(
  tx: Db,
  change: Change,
  input: { source: TunnelEnd; target: TunnelEnd; label?: string | undefined; addedBy: string },
): Promise<{ row: TunnelRow; created: boolean }> {
  const { palaceId } = change
  const source = await holdEnd(tx, palaceId, input.source)
  const target = await holdEnd(tx, palaceId, input.target)
  if (source.id === target.id) throw new PalaceError('input.invalid', 'target_room: is the same room as the source')
  const given = {
    source_drawer_id: input.source.drawerId,
    target_drawer_id: input.target.drawerId,
    label: input.label?.trim(),
  }
  for (;;) {
    const id = newId()
    const fields = {
      source_room_id: source.id,
      target_room_id: target.id,
      source_drawer_id: given.source_drawer_id ?? null,
      target_drawer_id: given.target_drawer_id ?? null,
      label: given.label ?? '',
      added_by: input.addedBy,
    }
    if ((await createThings(tx, change, 'tunnel', [{ id, fields }])) === 1)
      return { row: await getTunnel(tx, palaceId, id), created: true }
    const known = await relabel(tx, change, source.id, target.id, given)
    if (known !== undefined) return { row: await getTunnel(tx, palaceId, known), created: false }
  }
}

async function holdEnd(tx: Db, palaceId: string, { wing, room, drawerId }: TunnelEnd): Promise<PlacedRoom> {
  const found = await getRoom(tx, { palaceId, wing, room, lock: 'share' })
  if (drawerId !== undefined) await getDrawer(tx, { palaceId, id: drawerId })
  return found
}

type Given = Record<'source_drawer_id' | 'target_drawer_id' | 'label', string | undefined>

/** Gives the tunnel between two rooms what is new of it; its id, or undefined when it went away meanwhile. */
async function relabel(
  tx: Db,
  change: Change,
  sourceId: string,
  targetId: string,
  { source_drawer_id: atSource, target_drawer_id: atTarget, label }: Given,
): Promise<string | undefined> {
  const ends = (from: string, to: string) => sql`(source_room_id = ${from} and target_room_id = ${to})`
  const [known] = await rows<{ id: string }>(
    tx,
    sql`select id from ${liveTunnels} where palace_id = ${change.palaceId}
      and (${ends(sourceId, targetId)} or ${ends(targetId, sourceId)})`,
  )
  const states = known ? await lockThings(tx, change.palaceId, 'tunnel', [known.id]) : []
  const [now] = states
  if (!known || !now || now.trashed) return undefined
  const turned = now.fields['source_room_id'] !== sourceId
  const drawers = turned
    ? { source_drawer_id: atTarget, target_drawer_id: atSource }
    : { source_drawer_id: atSource, target_drawer_id: atTarget }
  const fields = Object.fromEntries(Object.entries({ ...drawers, label }).filter(([, value]) => value !== undefined))
  await changeThings(tx, change, 'tunnel', [{ id: known.id, fields }], new Map([[known.id, now]]))
  return known.id
}

/** Moves a tunnel to the trash, or `tunnel.not_found`. */
export async function deleteTunnel(tx: Db, change: Change, id: string): Promise<TunnelRow> {
  const row = await getTunnel(tx, change.palaceId, id)
  if ((await trashThings(tx, change, 'tunnel', sql`id = ${id}`)) > 0) return row
  throw new PalaceError('tunnel.not_found', `there is no tunnel ${id}`, { details: { id } })
}

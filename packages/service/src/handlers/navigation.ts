import { PalaceError } from '@loci/contract'
import {
  type Bridge,
  createTunnel,
  deleteHallway,
  deleteTunnel,
  findBridges,
  graphStats,
  listHallways,
  listTunnels,
  traverse,
  type TunnelRow,
} from '@loci/knowledge-graph'
import { findRoomsNamed, getDrawer, getRoom, getWing, listDrawers } from '@loci/palace-hierarchy'
import { decodeCursor, encodeCursor } from '@loci/store'
import { changeSetOf, type Context, type Handlers, type Named } from '../context.ts'

const mostRooms = 50
const mostPreviews = 3

const sourceOf = (row: TunnelRow) => ({
  wing: row.source_wing,
  room: row.source_room,
  ...(row.source_drawer_id !== null && { drawer_id: row.source_drawer_id }),
})
const targetOf = (row: TunnelRow) => ({
  wing: row.target_wing,
  room: row.target_room,
  ...(row.target_drawer_id !== null && { drawer_id: row.target_drawer_id }),
})

const toTunnel = (row: TunnelRow) => ({
  id: row.id,
  label: row.label,
  source: sourceOf(row),
  target: targetOf(row),
  added_by: row.added_by,
  created_at: row.created_at.toISOString(),
})

const wingIdOf = async ({ db, principal: { palaceId } }: Context, wing: string | undefined) =>
  wing === undefined ? undefined : (await getWing(db, { palaceId, wing })).id

export const navigation: Handlers<Named<'tunnel'> | Named<'graph'> | Named<'hallway'>> = {
  'tunnel.create': async (context, input) => {
    const { db, change, principal } = context
    const { row, created } = await createTunnel(db, change, {
      source: { wing: input.source_wing, room: input.source_room, drawerId: input.source_drawer_id },
      target: { wing: input.target_wing, room: input.target_room, drawerId: input.target_drawer_id },
      label: input.label,
      addedBy: principal.actor,
    })
    const told = `${row.source_wing}/${row.source_room} and ${row.target_wing}/${row.target_room}`
    change.summary = created ? `join ${told}` : `relabel the tunnel between ${told}`
    return {
      success: true,
      tunnel_id: row.id,
      source: sourceOf(row),
      target: targetOf(row),
      created,
      change_set: changeSetOf(context),
    }
  },
  'tunnel.list': async (context, { wing, limit, cursor }) => {
    const { db, principal } = context
    const wingId = await wingIdOf(context, wing)
    const listing = JSON.stringify(['tunnels', wingId ?? null])
    const after = decodeCursor(listing, cursor, ['id'])?.id ?? undefined
    const found = await listTunnels(db, { palaceId: principal.palaceId, wingId, after, limit: limit + 1 })
    const page = found.slice(0, limit)
    const last = found.length > limit ? page.at(-1) : undefined
    return {
      tunnels: page.map(toTunnel),
      count: page.length,
      next_cursor: last ? encodeCursor(listing, { id: last.id }) : null,
    }
  },
  'tunnel.delete': async ({ db, change }, { tunnel_id }) => {
    const row = await deleteTunnel(db, change, tunnel_id)
    change.summary = `delete the tunnel between ${row.source_wing}/${row.source_room} and ${row.target_wing}/${row.target_room}`
    return { success: true, tunnel_id, change_set: change.id }
  },
  'tunnel.follow': async (context, { wing, room }) => {
    const { db, principal } = context
    const { palaceId } = principal
    const { id: roomId } = await getRoom(db, { palaceId, wing, room })
    const found = await listTunnels(db, { palaceId, roomId, limit: mostRooms })
    return { rooms: await Promise.all(found.map((row) => farEnd(context, row, roomId))) }
  },
  'graph.traverse': async (context, { start_room, max_hops }) => {
    const { db, principal } = context
    const roomId = await startOf(context, start_room)
    const reached = await traverse(db, {
      palaceId: principal.palaceId,
      roomId,
      maxHops: max_hops,
      limit: mostRooms + 1,
    })
    const rooms = reached.slice(0, mostRooms).map(({ room, wing, count, hop, connected_via }) => ({
      room,
      wings: [wing],
      halls: connected_via.filter((via) => via.startsWith('entity: ')).map((via) => via.slice('entity: '.length)),
      count,
      hop,
      connected_via,
    }))
    return { rooms, truncated: reached.length > mostRooms }
  },
  'graph.bridges': async (context, { wing_a, wing_b }) => {
    const { db, principal } = context
    const found = await findBridges(db, {
      palaceId: principal.palaceId,
      wingA: await wingIdOf(context, wing_a),
      wingB: await wingIdOf(context, wing_b),
      limit: mostRooms + 1,
    })
    return { rooms: found.slice(0, mostRooms).map(toBridge), truncated: found.length > mostRooms }
  },
  'graph.stats': async ({ db, principal: { palaceId } }) => {
    const top = await findBridges(db, { palaceId, limit: 10 })
    return { ...(await graphStats(db, palaceId)), top_tunnels: top.map(toBridge) }
  },
  'hallway.list': async (context, { wing, limit }) => {
    const { db, principal } = context
    const wingId = await wingIdOf(context, wing)
    const found = await listHallways(db, { palaceId: principal.palaceId, wingId, limit })
    return { hallways: found.map((row) => ({ ...row })) }
  },
  'hallway.delete': async ({ db, principal: { palaceId } }, { hallway_id }) => ({
    deleted: await deleteHallway(db, palaceId, hallway_id),
  }),
}

const toBridge = ({ recent, tunnels, ...bridge }: Bridge) => ({
  ...bridge,
  halls: tunnels === 0 ? ['name'] : ['tunnel'],
  tunnels,
  recent: recent?.toISOString() ?? null,
})

/** The other end of a tunnel, with what is named there or the newest of it. */
async function farEnd({ db, principal: { palaceId } }: Context, row: TunnelRow, roomId: string) {
  const outgoing = row.source_room_id === roomId
  const end = outgoing ? targetOf(row) : sourceOf(row)
  const drawer = end.drawer_id === undefined ? undefined : await getDrawer(db, { palaceId, id: end.drawer_id })
  const farRoomId = outgoing ? row.target_room_id : row.source_room_id
  const newest = drawer
    ? []
    : await listDrawers(db, { palaceId, roomIds: [farRoomId], sort: 'newest', limit: mostPreviews })
  const previews = drawer ? [drawer.content.slice(0, 300)] : newest.map(({ preview }) => preview)
  return {
    direction: outgoing ? 'outgoing' : 'incoming',
    ...end,
    label: row.label,
    tunnel_id: row.id,
    previews,
  }
}

/** The room that `wing/room` means, or a name or an id that only one room has. */
async function startOf({ db, principal: { palaceId } }: Context, start: string): Promise<string> {
  const slash = start.indexOf('/')
  if (slash > 0) return (await getRoom(db, { palaceId, wing: start.slice(0, slash), room: start.slice(slash + 1) })).id
  const found = await findRoomsNamed(db, { palaceId, room: start })
  const [first, ...others] = found
  if (first && others.length === 0) return first.id
  const wings = found.map(({ wing }) => wing)
  const told = first ? `is in more than one wing: ${wings.slice(0, 5).join(', ')}` : 'is in no wing'
  throw new PalaceError('room.not_found', `the room ${JSON.stringify(start)} ${told}`, {
    help: 'Give it as wing/room.',
    details: { room: start, wings },
  })
}

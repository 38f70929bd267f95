import {
  countRooms,
  createRoom,
  deleteRoom,
  getRoom,
  listRooms,
  mergeRoom,
  type PlacedRoom,
  updateRoom,
} from '@loci/palace-hierarchy'
import { decodeCursor, encodeCursor } from '@loci/store'
import { changeSetOf, type Context, type Handlers, type Named } from '../context.ts'
import { pastRoom, pastRooms } from '../past.ts'
import { toRoom } from '../present.ts'
import { describeTrashed } from '../summaries.ts'

export const rooms: Handlers<Named<'room'>> = {
  'room.create': async (context, input) => {
    const { row, created, near } = await createRoom(context.db, context.change, input)
    context.change.summary = `create room ${row.wing}/${row.name}`
    return {
      ...(await counted(context, row)),
      created,
      ...(near !== undefined && { near }),
      change_set: changeSetOf(context),
    }
  },
  'room.list': async (context, { as_of, wing, prefix, limit, cursor }) => {
    if (as_of !== undefined) return pastRooms(context, { as_of, wing, prefix, limit, cursor })
    const { db, principal } = context
    const { palaceId } = principal
    const listing = JSON.stringify(['rooms', wing, prefix])
    const after = decodeCursor(listing, cursor, ['name'])?.name ?? undefined
    const found = await listRooms(db, { palaceId, wing, prefix, after, limit: limit + 1 })
    const page = found.slice(0, limit)
    const counts = await countRooms(
      db,
      palaceId,
      page.map((row) => row.id),
    )
    const last = found.length > limit ? page.at(-1) : undefined
    return {
      items: page.map((row) => toRoom(row, counts.get(row.id))),
      next_cursor: last ? encodeCursor(listing, { name: last.name }) : null,
    }
  },
  'room.show': async (context, { wing, room, as_of }) =>
    as_of !== undefined
      ? pastRoom(context, { as_of, wing, room })
      : counted(context, await getRoom(context.db, { palaceId: context.principal.palaceId, wing, room })),
  'room.update': async (context, { expected_revision, to_wing, ...input }) => {
    const row = await updateRoom(context.db, context.change, {
      ...input,
      toWing: to_wing,
      expectedRevision: expected_revision,
    })
    context.change.summary = `edit room ${row.wing}/${row.name}`
    return { ...(await counted(context, row)), change_set: changeSetOf(context) }
  },
  'room.merge': async (context, { wing, room, to_wing, into }) => {
    const row = await mergeRoom(context.db, context.change, { wing, room, intoWing: to_wing ?? wing, intoRoom: into })
    context.change.summary = `merge room ${wing}/${room} into ${row.wing}/${row.name}`
    return { ...(await counted(context, row)), change_set: changeSetOf(context) }
  },
  'room.delete': async ({ db, change }, { wing, room, expected_revision }) => {
    const counts = await deleteRoom(db, change, { wing, room, expectedRevision: expected_revision })
    change.summary = `delete room ${wing}/${room} (${describeTrashed(counts)})`
    return { ...counts, change_set: change.id }
  },
}

async function counted({ db, principal }: Context, row: PlacedRoom) {
  const counts = await countRooms(db, principal.palaceId, [row.id])
  return toRoom(row, counts.get(row.id))
}

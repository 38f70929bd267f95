import { PalaceError } from '@loci/contract'
import {
  checkContent,
  createDrawer,
  deleteDrawer,
  findDrawer,
  getDrawerAnywhere,
  getRoom,
  listDrawers,
  updateDrawer,
} from '@loci/palace-hierarchy'
import { decodeCursor, encodeCursor } from '@loci/store'
import { changeSetOf, type Context, type Handlers, type Named } from '../context.ts'
import { pastDrawer, pastDrawers } from '../past.ts'
import { toDate, toDrawer, toDrawerSource, toDrawerSummary } from '../present.ts'
import { search } from './search.ts'

export const drawers: Handlers<Named<'drawer'>> = {
  ...search,
  'drawer.create': async (context, input) => {
    checkContent(input.content, context.config.maxDrawerBytes)
    const { row, room, created } = await createDrawer(context.db, context.change, {
      ...input,
      source: toDrawerSource(input.source),
      addedBy: input.added_by ?? context.principal.actor,
    })
    context.change.summary = `file ${row.name ?? 'a drawer'} in ${room.wing}/${room.name}`
    return { ...toDrawer(row, { wing: room.wing, room: room.name }), created, change_set: changeSetOf(context) }
  },
  'drawer.list': async (context, { as_of, ...input }) => {
    if (as_of !== undefined) return pastDrawers(context, { ...input, as_of })
    const { db, principal } = context
    const { palaceId } = principal
    const { wing, room, sort, limit, cursor, since, until, ...filter } = input
    const placed = await getRoom(db, { palaceId, wing, room })
    const listing = JSON.stringify(['drawers', placed.id, sort, since, until, filter])
    const position = decodeCursor(listing, cursor, ['id', 'name'])
    const found = await listDrawers(db, {
      palaceId,
      roomIds: [placed.id],
      ...filter,
      since: toDate(since),
      until: toDate(until),
      sort,
      after: position && { id: position.id ?? '', name: position.name },
      limit: limit + 1,
    })
    const page = found.slice(0, limit)
    const last = found.length > limit ? page.at(-1) : undefined
    return {
      items: page.map(toDrawerSummary),
      next_cursor: last ? encodeCursor(listing, { id: last.id, name: last.name }) : null,
    }
  },
  'drawer.show': async (context, { as_of, ...input }) => {
    if (as_of !== undefined) return pastDrawer(context, { ...input, as_of })
    const { db, principal } = context
    const { palaceId } = principal
    const { row, room } = await findDrawer(db, { palaceId, ...input })
    return toDrawer(row, { wing: room.wing, room: room.name })
  },
  'drawer.get': async (context, { id, as_of }) => {
    if (as_of !== undefined) return pastDrawer(context, { drawer: id, as_of })
    const row = await readAnywhere(context, id)
    return toDrawer(row, row)
  },
  'drawer.update': async (context, input) => {
    const { db, change, config, principal } = context
    const { row: found } = await findDrawer(db, { palaceId: principal.palaceId, ...input })
    const { updatedFields } = await updateDrawer(db, change, {
      drawerId: found.id,
      content: input.content,
      append: input.append,
      name: input.name,
      tags: input.tags,
      to: destination(input, input.to_wing, input.to_room),
      expectedRevision: input.expected_revision,
      maxBytes: config.maxDrawerBytes,
    })
    change.summary = `edit ${updatedFields.join(', ')} of ${input.wing}/${input.room}/${input.drawer}`
    const row = await readAnywhere(context, found.id)
    return { ...toDrawer(row, row), updated_fields: updatedFields, change_set: changeSetOf(context) }
  },
  'drawer.delete': async ({ db, change, principal: { palaceId } }, input) => {
    const { row } = await findDrawer(db, { palaceId, ...input })
    const counts = await deleteDrawer(db, change, { drawerId: row.id, expectedRevision: input.expected_revision })
    change.summary = `delete ${input.wing}/${input.room}/${row.name ?? row.id}`
    return { ...counts, change_set: change.id }
  },
}

/** A drawer by its id with its place, wherever it is; `drawer.not_found` when it never was. */
export async function readAnywhere({ db, principal: { palaceId } }: Context, id: string) {
  const row = await getDrawerAnywhere(db, { palaceId, id })
  if (!row) throw new PalaceError('drawer.not_found', `there is no drawer ${id}`, { details: { id } })
  return row
}

/** Where a move leads: what is not said stays as it is. */
export function destination(from: { wing: string; room: string }, wing: string | undefined, room: string | undefined) {
  return wing === undefined && room === undefined ? undefined : { wing: wing ?? from.wing, room: room ?? from.room }
}

import { basename } from 'node:path'
import {
  checkContent,
  countByRoom,
  countDrawers,
  createDrawer,
  deleteDrawer,
  findRoomIds,
  getWing,
  listDrawers,
  updateDrawer,
} from '@loci/palace-hierarchy'
import { decodeCursor, encodeCursor } from '@loci/store'
import { changeSetOf, type Handlers, type Named } from '../context.ts'
import { pastTaxonomy } from '../past.ts'
import { toDate } from '../present.ts'
import { destination, readAnywhere } from './drawers.ts'
import type { agentTools } from './agent-tools.ts'
import type { checkpoint } from './checkpoint.ts'
import type { historyTools } from './history-tools.ts'
import type { jobs } from './jobs.ts'
import type { sessions } from './sessions.ts'

export const tools: Handlers<
  Exclude<
    Named<'tool'>,
    | keyof typeof historyTools
    | keyof typeof agentTools
    | keyof typeof checkpoint
    | keyof typeof jobs
    | keyof typeof sessions
  >
> = {
  'tool.list_wings': async ({ db, principal: { palaceId } }) => {
    const wings = new Map<string, number>()
    for (const { wing, drawers } of await countByRoom(db, { palaceId })) add(wings, wing, drawers)
    return { wings: Object.fromEntries(wings) }
  },
  'tool.list_rooms': async ({ db, principal: { palaceId } }, { wing: segment }) => {
    const wing = segment === undefined ? undefined : await getWing(db, { palaceId, wing: segment })
    const rooms = new Map<string, number>()
    for (const { room, drawers } of await countByRoom(db, { palaceId, wingId: wing?.id }))
      if (room !== null) add(rooms, room, drawers)
    return { wing: wing?.name ?? null, rooms: Object.fromEntries(rooms) }
  },
  'tool.get_taxonomy': async (context, { as_of }) => {
    const { db, principal } = context
    const counted =
      as_of === undefined ? countByRoom(db, { palaceId: principal.palaceId }) : pastTaxonomy(context, as_of)
    const wings = new Map<string, Map<string, number>>()
    for (const { wing, room, drawers } of await counted) {
      const rooms = wings.get(wing) ?? new Map<string, number>()
      wings.set(wing, rooms)
      if (room !== null) rooms.set(room, drawers)
    }
    return { taxonomy: Object.fromEntries([...wings].map(([wing, rooms]) => [wing, Object.fromEntries(rooms)])) }
  },
  'tool.get_drawer': async (context, { drawer_id }) => {
    const row = await readAnywhere(context, drawer_id)
    return {
      drawer_id: row.id,
      content: row.content,
      wing: row.wing,
      room: row.room,
      name: row.name,
      tags: row.tags,
      revision: row.revision,
      trashed: row.deletedAt !== null,
      deleted_at: row.deletedAt?.toISOString() ?? null,
      metadata: {
        ...(row.sourceUri !== null && { source_file: basename(row.sourceUri), source_uri: row.sourceUri }),
        ...(row.author !== null && { author: row.author }),
        ...(row.authoredAt !== null && { authored_at: row.authoredAt.toISOString() }),
        added_by: row.addedBy,
        filed_at: row.createdAt.toISOString(),
        updated_at: row.updatedAt.toISOString(),
      },
    }
  },
  'tool.list_drawers': async (context, input) => {
    const { db, principal } = context
    const { limit, offset, source_file: source } = input
    const filter = {
      palaceId: principal.palaceId,
      roomIds: await findRoomIds(db, { palaceId: principal.palaceId, wing: input.wing, room: input.room }),
      source,
      since: toDate(input.since),
      until: toDate(input.until),
    }
    const listing = JSON.stringify([
      'tool.list_drawers',
      { ...input, cursor: undefined, limit: undefined, offset: undefined },
    ])
    const position = decodeCursor(listing, input.cursor, ['id'])
    const after = position && { id: position.id ?? '', name: null }
    const found = await listDrawers(db, { ...filter, sort: 'oldest', after, limit: limit + 1, offset })
    const page = found.slice(0, limit)
    const last = found.length > limit ? page.at(-1) : undefined
    return {
      drawers: page.map((row) => ({
        drawer_id: row.id,
        wing: row.wing,
        room: row.room,
        name: row.name,
        preview: row.preview,
        filed_at: row.createdAt.toISOString(),
      })),
      total: await countDrawers(db, filter),
      limit,
      offset,
      next_cursor: last ? encodeCursor(listing, { id: last.id }) : null,
    }
  },
  'tool.add_drawer': async (context, { source_file, added_by, ...input }) => {
    checkContent(input.content, context.config.maxDrawerBytes)
    const { row, room, created } = await createDrawer(context.db, context.change, {
      ...input,
      source: source_file === undefined ? undefined : { uri: source_file },
      addedBy: added_by ?? 'mcp',
    })
    context.change.summary = `file ${row.name ?? 'a drawer'} in ${room.wing}/${room.name}`
    return {
      success: true,
      drawer_id: row.id,
      wing: room.wing,
      room: room.name,
      created,
      change_set: changeSetOf(context),
    }
  },
  'tool.update_drawer': async (context, { drawer_id, expected_revision, wing, room, ...input }) => {
    const { db, change, config } = context
    const before = await readAnywhere(context, drawer_id)
    const { row, updatedFields } = await updateDrawer(db, change, {
      ...input,
      drawerId: drawer_id,
      to: destination(before, wing, room),
      expectedRevision: expected_revision,
      maxBytes: config.maxDrawerBytes,
    })
    const after = await readAnywhere(context, drawer_id)
    const fields = updatedFields.filter((field) => field !== 'room')
    if (after.wing !== before.wing) fields.push('wing')
    if (after.room !== before.room) fields.push('room')
    change.summary = `edit ${fields.join(', ')} of ${before.wing}/${before.room}/${before.name ?? before.id}`
    return {
      success: true,
      drawer_id,
      updated_fields: fields,
      revision: row.revision,
      change_set: changeSetOf(context),
    }
  },
  'tool.delete_drawer': async (context, { drawer_id }) => {
    const { db, change } = context
    const { wing, room, name } = await readAnywhere(context, drawer_id)
    await deleteDrawer(db, change, { drawerId: drawer_id })
    change.summary = `delete ${wing}/${room}/${name ?? drawer_id}`
    return { success: true, drawer_id, change_set: change.id, message: 'moved to the trash; it can be restored' }
  },
}

// maps until the end, as names such as `constructor` are members of every object
function add(counts: Map<string, number>, name: string, count: number): void {
  counts.set(name, (counts.get(name) ?? 0) + count)
}

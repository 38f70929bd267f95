import type { Drawer, DrawerSummary, Room, Wing } from '@loci/contract'
import {
  countPastByRoom,
  getPastDrawer,
  getPastRoom,
  getPastWing,
  listPastDrawers,
  listPastRooms,
  listPastWings,
} from '@loci/palace-hierarchy'
import { decodeCursor, encodeCursor } from '@loci/store'
import type { Context } from './context.ts'
import { toDate, toDrawer, toDrawerSummary, toRoom, toWing } from './present.ts'

// the readings that take as_of, answered from the revisions in the shape of the living

type Asked = Pick<Context, 'db' | 'principal'>
interface Listing {
  as_of: string
  prefix?: string | undefined
  limit: number
  cursor?: string | undefined
}
interface Page<T> {
  items: T[]
  next_cursor: string | null
}

/** The time that is asked for, in the palace of whoever asks. */
export const momentOf = ({ principal: { palaceId } }: Asked, asOf: string) => ({ palaceId, at: toDate(asOf) })

export async function pastWings(context: Asked, { as_of, ...page }: Listing): Promise<Page<Wing>> {
  const moment = momentOf(context, as_of)
  return pageByName(['wings', as_of, page.prefix], page, async (after, limit) => {
    const found = await listPastWings(context.db, { ...moment, prefix: page.prefix, after, limit })
    return found.map((row) => toWing(row, row))
  })
}

export async function pastWing(context: Asked, input: { as_of: string; wing: string }): Promise<Wing> {
  const row = await getPastWing(context.db, { ...momentOf(context, input.as_of), wing: input.wing })
  return toWing(row, row)
}

export async function pastRooms(
  context: Asked,
  { as_of, wing, ...page }: Listing & { wing: string },
): Promise<Page<Room>> {
  const moment = momentOf(context, as_of)
  return pageByName(['rooms', as_of, wing, page.prefix], page, async (after, limit) => {
    const found = await listPastRooms(context.db, { ...moment, wing, prefix: page.prefix, after, limit })
    return found.map((row) => toRoom(row, row.drawers))
  })
}

export async function pastRoom(context: Asked, input: { as_of: string; wing: string; room: string }): Promise<Room> {
  const row = await getPastRoom(context.db, { ...momentOf(context, input.as_of), ...input })
  return toRoom(row, row.drawers)
}

async function pageByName<T extends { name: string }>(
  key: unknown[],
  { cursor, limit }: { cursor?: string | undefined; limit: number },
  read: (after: string | undefined, limit: number) => Promise<T[]>,
): Promise<Page<T>> {
  const listing = JSON.stringify(key)
  const found = await read(decodeCursor(listing, cursor, ['name'])?.name ?? undefined, limit + 1)
  const items = found.slice(0, limit)
  const last = found.length > limit ? items.at(-1) : undefined
  return { items, next_cursor: last ? encodeCursor(listing, { name: last.name }) : null }
}

export async function pastDrawers(
  context: Asked,
  input: Listing & {
    wing: string
    room: string
    sort: 'oldest' | 'newest' | 'name'
    tag?: string | undefined
    source?: string | undefined
    author?: string | undefined
    since?: string | undefined
    until?: string | undefined
  },
): Promise<Page<DrawerSummary>> {
  const { as_of, wing, room, limit, cursor, since, until, ...filter } = input
  const moment = momentOf(context, as_of)
  const placed = await getPastRoom(context.db, { ...moment, wing, room })
  const listing = JSON.stringify(['drawers', as_of, placed.id, since, until, filter])
  const position = decodeCursor(listing, cursor, ['id', 'name'])
  const found = await listPastDrawers(context.db, {
    ...moment,
    ...filter,
    roomIds: [placed.id],
    since: toDate(since),
    until: toDate(until),
    after: position && { id: position.id ?? '', name: position.name },
    limit: limit + 1,
  })
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  return {
    items: page.map(toDrawerSummary),
    next_cursor: last ? encodeCursor(listing, { id: last.id, name: last.name }) : null,
  }
}

export async function pastDrawer(
  context: Asked,
  { as_of, wing, room, drawer }: { as_of: string; drawer: string; wing?: string; room?: string },
): Promise<Drawer> {
  const moment = momentOf(context, as_of)
  const place =
    wing === undefined || room === undefined ? undefined : await getPastRoom(context.db, { ...moment, wing, room })
  const row = await getPastDrawer(context.db, { ...moment, drawer, ...(place && { roomIds: [place.id] }) })
  return toDrawer(row, row)
}

/** Every room of that time with how many drawers it held. */
export const pastTaxonomy = (context: Asked, asOf: string) => countPastByRoom(context.db, momentOf(context, asOf))

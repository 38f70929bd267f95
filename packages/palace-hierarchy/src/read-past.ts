import { PalaceError } from '@loci/contract'
import { type Db, rows } from '@loci/store'
import { sql, type SQL } from 'drizzle-orm'
import type { DrawerRow } from './drawers.ts'
import { contentFilters, type DrawerFilter, type DrawerPosition, type DrawerSort } from './list-drawers.ts'
import { isId } from './names.ts'
import { type Moment, pastDrawers, pastRooms, pastWings, placedDrawers } from './past.ts'

// the palace as it was, from the revisions: what wings.ts, rooms.ts and list-drawers.ts give of the palace as it is

export interface PastWing {
  id: string
  name: string
  description: string
  revision: number
  rooms: number
  drawers: number
  createdAt: Date
  updatedAt: Date
}

export interface PastRoom extends Omit<PastWing, 'rooms'> {
  wing: string
  wingId: string
}

export type PastDrawer = Omit<DrawerRow, 'palaceId' | 'deletedIn'> & { wing: string; room: string; preview: string }

interface Page {
  prefix?: string | undefined
  /** The last name of the page before. */
  after?: string | undefined
  limit: number
}

const means = (segment: string, alias: string): SQL =>
  isId(segment) ? sql`${sql.raw(alias)}.id = ${segment}` : sql`${sql.raw(alias)}.name = ${segment.normalize('NFC')}`
const paged = ({ prefix, after, limit }: Page, alias: string): SQL => sql`
  ${prefix === undefined ? sql`` : sql`and starts_with(${sql.raw(alias)}.name, ${prefix.normalize('NFC')})`}
  ${after === undefined ? sql`` : sql`and ${sql.raw(alias)}.name > ${after}`}
  order by ${sql.raw(alias)}.name limit ${limit}`

/** The wings of that time by name, with what each held. */
export async function listPastWings(db: Db, input: Moment & Page & { wing?: string | undefined }): Promise<PastWing[]> {
  const found = await rows<PastWing>(
    db,
    sql`with past_rooms as materialized (select * from ${pastRooms(input)} p),
        past_drawers as materialized (select room_id, count(*) as drawers from ${pastDrawers(input)} p group by room_id)
      select w.id, w.name, w.description, w.revision, w.created_at as "createdAt", w.updated_at as "updatedAt",
        (select count(*)::int from past_rooms r where r.wing_id = w.id) as rooms,
        (select coalesce(sum(d.drawers), 0)::int from past_drawers d join past_rooms r on r.id = d.room_id
          where r.wing_id = w.id) as drawers
      from ${pastWings(input)} w
      where ${input.wing === undefined ? sql`true` : means(input.wing, 'w')} ${paged(input, 'w')}`,
  )
  return found.map(withDates)
}

/** A wing of that time, or `wing.not_found`. */
export async function getPastWing(db: Db, input: Moment & { wing: string }): Promise<PastWing> {
  const [wing] = await listPastWings(db, { ...input, limit: 1 })
  if (wing) return wing
  throw new PalaceError('wing.not_found', `there was no wing ${JSON.stringify(input.wing)} then`, {
    details: { wing: input.wing },
  })
}

/** The rooms that a wing had then, by name, with what each held. */
export async function listPastRooms(
  db: Db,
  input: Moment & Page & { wing: string; room?: string | undefined },
): Promise<PastRoom[]> {
  const wing = await getPastWing(db, input)
  const found = await rows<Omit<PastRoom, 'wing'>>(
    db,
    sql`with past_drawers as materialized (
        select room_id, count(*)::int as drawers from ${pastDrawers(input)} p group by room_id)
      select r.id, r.name, r.description, r.revision, r.wing_id as "wingId", r.created_at as "createdAt",
        r.updated_at as "updatedAt", coalesce((select drawers from past_drawers d where d.room_id = r.id), 0) as drawers
      from ${pastRooms(input)} r
      where r.wing_id = ${wing.id} and ${input.room === undefined ? sql`true` : means(input.room, 'r')} ${paged(input, 'r')}`,
  )
  return found.map((room) => ({ ...withDates(room), wing: wing.name }))
}

/** A room of that time, or `room.not_found`. */
export async function getPastRoom(db: Db, input: Moment & { wing: string; room: string }): Promise<PastRoom> {
  const [room] = await listPastRooms(db, { ...input, limit: 1 })
  if (room) return room
  throw new PalaceError('room.not_found', `there was no room ${JSON.stringify(input.room)} in ${input.wing} then`, {
    details: { wing: input.wing, room: input.room },
  })
}

/** The rooms of that time that a filter means, as `findRoomIds` has it. */
export async function findPastRoomIds(
  db: Db,
  { wing, room, ...moment }: Moment & { wing?: string | undefined; room?: string | undefined },
): Promise<string[] | undefined> {
  if (wing === undefined && room === undefined) return undefined
  if (wing !== undefined && room !== undefined) return [(await getPastRoom(db, { ...moment, wing, room })).id]
  const which =
    wing === undefined ? means(room ?? '', 'r') : sql`r.wing_id = ${(await getPastWing(db, { ...moment, wing })).id}`
  const found = await rows<{ id: string }>(db, sql`select r.id from ${pastRooms(moment)} r where ${which}`)
  return found.map(({ id }) => id)
}

/** Drawers of that time in pages; `whole` gives their texts, otherwise only beginnings are read. */
export async function listPastDrawers(
  db: Db,
  input: Moment &
    Omit<DrawerFilter, 'palaceId'> & {
      id?: string | undefined
      name?: string | undefined
      sort: DrawerSort
      after?: DrawerPosition | undefined
      limit: number
      whole?: boolean
    },
): Promise<PastDrawer[]> {
  const { prefix, roomIds, id, name } = input
  const conditions = [
    sql`true`,
    ...(roomIds === undefined ? [] : [sql`live_drawers.room_id in (${listOf(roomIds)})`]),
    ...(prefix === undefined ? [] : [sql`starts_with(live_drawers.name, ${prefix.normalize('NFC')})`]),
    ...(id === undefined ? [] : [sql`live_drawers.id = ${id}`]),
    ...(name === undefined ? [] : [sql`live_drawers.name = ${name.normalize('NFC')}`]),
    ...contentFilters(input),
    ...beyond(input),
  ]
  const order = {
    oldest: sql`live_drawers.id`,
    newest: sql`live_drawers.id desc`,
    name: sql`coalesce(live_drawers.name, ''), live_drawers.id`,
  }[input.sort]
  const found = await rows<PastDrawer>(
    db,
    sql`select live_drawers.id, live_drawers.revision, live_drawers.name, live_drawers.tags,
        live_drawers.room_id as "roomId", live_drawers.content_hash as "contentHash", live_drawers.added_by as "addedBy",
        live_drawers.source_uri as "sourceUri", live_drawers.source_kind as "sourceKind",
        live_drawers.source_document as "sourceDocument", live_drawers.source_position as "sourcePosition",
        live_drawers.author, live_drawers.authored_at as "authoredAt", live_drawers.created_at as "createdAt",
        live_drawers.updated_at as "updatedAt", null as "deletedAt", octet_length(t.content) as bytes,
        left(t.content, 200) as preview, ${input.whole === true ? sql`t.content` : sql`''`} as content,
        r.name as room, w.name as wing
      from ${placedDrawers(input)}
      where ${sql.join(conditions, sql` and `)} order by ${order} limit ${input.limit}`,
  )
  return found.map((row) => ({ ...withDates(row), authoredAt: row.authoredAt && new Date(row.authoredAt) }))
}

const listOf = (ids: string[]): SQL =>
  ids.length === 0
    ? sql`null`
    : sql.join(
        ids.map((id) => sql`${id}::uuid`),
        sql`, `,
      )

function beyond({ sort, after }: { sort: DrawerSort; after?: DrawerPosition | undefined }): SQL[] {
  if (after === undefined) return []
  if (sort === 'oldest') return [sql`live_drawers.id > ${after.id}`]
  if (sort === 'newest') return [sql`live_drawers.id < ${after.id}`]
  return [sql`(coalesce(live_drawers.name, ''), live_drawers.id) > (${after.name ?? ''}, ${after.id}::uuid)`]
}

/** A drawer of that time by its id or its name, whole, or `drawer.not_found`. */
export async function getPastDrawer(
  db: Db,
  { drawer, ...input }: Moment & { drawer: string; roomIds?: string[] | undefined },
): Promise<PastDrawer> {
  const which = isId(drawer) ? { id: drawer } : { name: drawer }
  const [found] = await listPastDrawers(db, { ...input, ...which, sort: 'oldest', limit: 1, whole: true })
  if (found) return found
  throw new PalaceError('drawer.not_found', `there was no drawer ${JSON.stringify(drawer)} then`, {
    details: { drawer },
  })
}

/** Every room of that time with its wing and how many drawers it held. */
export function countPastByRoom(
  db: Db,
  moment: Moment,
): Promise<{ wing: string; room: string | null; drawers: number }[]> {
  return rows(
    db,
    sql`select w.name as wing, r.name as room, count(d.id)::int as drawers
      from ${pastWings(moment)} w
      left join ${pastRooms(moment)} r on r.wing_id = w.id
      left join ${pastDrawers(moment)} d on d.room_id = r.id
      group by w.name, r.name order by w.name, r.name`,
  )
}

/** How many wings, rooms and drawers the palace had then. */
export async function countPastPalace(
  db: Db,
  moment: Moment,
): Promise<{ wings: number; rooms: number; drawers: number }> {
  const [row] = await rows<{ wings: number; rooms: number; drawers: number }>(
    db,
    sql`select (select count(*)::int from ${pastWings(moment)} w) as wings,
      (select count(*)::int from ${pastRooms(moment)} r) as rooms,
      (select count(*)::int from ${pastDrawers(moment)} d) as drawers`,
  )
  return row ?? { wings: 0, rooms: 0, drawers: 0 }
}

const withDates = <T extends { createdAt: Date; updatedAt: Date }>(row: T): T => ({
  ...row,
  createdAt: new Date(row.createdAt),
  updatedAt: new Date(row.updatedAt),
})

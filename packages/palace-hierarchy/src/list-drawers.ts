import { type Db, tables } from '@loci/store'
import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  getViewSelectedFields,
  gt,
  inArray,
  lt,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import { isFrom } from './parts.ts'

const { liveDrawers, liveRooms, liveWings, drawers, rooms, wings } = tables

/** Which drawers: what listing, counting and searching filter by. */
export interface DrawerFilter {
  palaceId: string
  /** Only in these rooms; everywhere when not given. */
  roomIds?: string[] | undefined
  prefix?: string | undefined
  tag?: string | undefined
  source?: string | undefined
  author?: string | undefined
  since?: Date | undefined
  until?: Date | undefined
}

export type DrawerSort = 'oldest' | 'newest' | 'name'

/** Where a page ended: the last drawer's id, and its name when sorted by name. */
export interface DrawerPosition {
  id: string
  name: string | null
}

const { content: _, ...columns } = getViewSelectedFields(liveDrawers)
const summary = {
  ...columns,
  preview: sql<string>`left(${liveDrawers.content}, 200)`,
  wing: liveWings.name,
  room: liveRooms.name,
}

/** Live drawers in pages, with the beginning of their text instead of the whole. */
export function listDrawers(
  db: Db,
  input: DrawerFilter & { sort: DrawerSort; after?: DrawerPosition | undefined; limit: number; offset?: number },
) {
  const name = sql`coalesce(${liveDrawers.name}, '')`
  const order = {
    oldest: [asc(liveDrawers.id)],
    newest: [desc(liveDrawers.id)],
    name: [asc(name), asc(liveDrawers.id)],
  }
  return db
    .select(summary)
    .from(liveDrawers)
    .innerJoin(liveRooms, and(eq(liveRooms.palaceId, liveDrawers.palaceId), eq(liveRooms.id, liveDrawers.roomId)))
    .innerJoin(liveWings, and(eq(liveWings.palaceId, liveRooms.palaceId), eq(liveWings.id, liveRooms.wingId)))
    .where(and(matches(input), input.after && beyond(input.sort, input.after, name)))
    .orderBy(...order[input.sort])
    .limit(input.limit)
    .offset(input.offset ?? 0)
}

export type DrawerSummaryRow = Awaited<ReturnType<typeof listDrawers>>[number]

function beyond(sort: DrawerSort, after: DrawerPosition, name: SQL): SQL | undefined {
  if (sort === 'oldest') return gt(liveDrawers.id, after.id)
  if (sort === 'newest') return lt(liveDrawers.id, after.id)
  const last = after.name ?? ''
  return or(gt(name, last), and(eq(name, last), gt(liveDrawers.id, after.id)))
}

/** How many live drawers match. */
export async function countDrawers(db: Db, input: DrawerFilter): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(liveDrawers)
    .where(matches(input))
  return row?.count ?? 0
}

function matches(filter: DrawerFilter): SQL | undefined {
  return and(
    eq(liveDrawers.palaceId, filter.palaceId),
    filter.roomIds === undefined ? undefined : inArray(liveDrawers.roomId, filter.roomIds),
    filter.prefix === undefined ? undefined : sql`starts_with(${liveDrawers.name}, ${filter.prefix.normalize('NFC')})`,
    ...contentFilters(filter),
  )
}

/** The filters on a drawer's own fields, for a query that reads `live_drawers` under its own name. */
export function contentFilters(filter: Omit<DrawerFilter, 'palaceId'>): SQL[] {
  const { tag, source, author, since, until } = filter
  const happened = sql`coalesce(${liveDrawers.authoredAt}, ${liveDrawers.createdAt})`
  return [
    ...(tag === undefined ? [] : [sql`${tag} = any(${liveDrawers.tags})`]),
    ...(source === undefined ? [] : [cameFrom(source)]),
    ...(author === undefined ? [] : [sql`${liveDrawers.author} = ${author}`]),
    ...(since === undefined ? [] : [sql`${happened} >= ${since.toISOString()}::timestamptz`]),
    ...(until === undefined ? [] : [sql`${happened} < ${until.toISOString()}::timestamptz`]),
  ]
}

function cameFrom(source: string): SQL {
  const from = (column: typeof liveDrawers.sourceUri | typeof liveDrawers.sourceDocument) =>
    source.endsWith('/') ? sql`starts_with(${column}, ${source})` : isFrom(column, liveDrawers.sourceKind, source)
  return sql`(${from(liveDrawers.sourceUri)} or ${from(liveDrawers.sourceDocument)})`
}

/** A drawer by its id wherever it is, also in the trash: the one read that looks there, with the history and restore. */
export async function getDrawerAnywhere(db: Db, input: { palaceId: string; id: string }) {
  const [row] = await db
    .select({ ...getTableColumns(drawers), wing: wings.name, room: rooms.name })
    .from(drawers)
    .innerJoin(rooms, and(eq(rooms.palaceId, drawers.palaceId), eq(rooms.id, drawers.roomId)))
    .innerJoin(wings, and(eq(wings.palaceId, rooms.palaceId), eq(wings.id, rooms.wingId)))
    .where(and(eq(drawers.palaceId, input.palaceId), eq(drawers.id, input.id)))
  return row
}

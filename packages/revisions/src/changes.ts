import { PalaceError } from '@loci/contract'
import { array, type Db, rows, tables } from '@loci/store'
import { sql, type SQL } from 'drizzle-orm'
import type { Entity, RevisionKind } from './record.ts'

const { changeSets, drawers, graphThings, revisions, rooms, wings, liveDrawers, liveRooms, liveWings } = tables

/** One revision with who made it, through what, and where its entity is now. */
export interface ChangeRow {
  change_set: string
  at: Date
  actor: string
  channel: string
  session: string | null
  operation: string
  summary: string
  entity: Entity
  id: string
  /** Names with slashes between them; the id where a drawer has no name. Null once it is purged. */
  address: string | null
  number: number
  kind: RevisionKind
  /** The place of the change set in the chain; null until it is sealed. */
  seal_number: number | null
}

const columns = sql`c.id as change_set, c.at, c.actor, c.channel, c.session, c.operation, c.summary, c.number::float8 as seal_number,
  v.entity, v.entity_id as id, v.number, v.kind, coalesce(g.address, nullif(concat_ws('/', w.name, r.name, coalesce(d.name, d.id::text)), '')) as address`

/**
 * The entity of a revision `v` with what it is in, from the given relations. The limit has each one looked up for itself:
 * without it all tunnels, entities and facts are read for every revision.
 */
const placed = (wing: unknown, room: unknown, drawer: unknown): SQL => sql`
  left join ${drawer} d on v.entity = 'drawer' and d.palace_id = v.palace_id and d.id = v.entity_id
  left join ${room} r on r.palace_id = v.palace_id
    and r.id = case v.entity when 'drawer' then d.room_id when 'room' then v.entity_id end
  left join lateral (
    select g.address, g.wing_ids, g.deleted_at, g.is_there from ${graphThings} g
    where g.entity = v.entity and g.palace_id = v.palace_id and g.id = v.entity_id
    limit 1) g on true
  left join ${wing} w on w.palace_id = v.palace_id and w.id = case v.entity when 'wing' then v.entity_id else r.wing_id end`

const isThere = sql`case v.entity when 'drawer' then d.id is not null when 'room' then r.id is not null
  when 'wing' then w.id is not null else coalesce(g.is_there, false) end`

/** Which changes: what the feed is filtered by. */
export interface ChangeFilter {
  palaceId: string
  wingId?: string | undefined
  actor?: string | undefined
  channel?: string | undefined
  session?: string | undefined
  kind?: RevisionKind | undefined
  since?: Date | undefined
}

function matches({ wingId, actor, channel, session, kind, since }: ChangeFilter): SQL {
  const conditions = [
    ...(wingId === undefined ? [] : [sql`(w.id = ${wingId} or ${wingId} = any(g.wing_ids))`]),
    ...(actor === undefined ? [] : [sql`c.actor = ${actor}`]),
    ...(channel === undefined ? [] : [sql`c.channel = ${channel}`]),
    ...(session === undefined ? [] : [sql`c.session = ${session}`]),
    ...(kind === undefined ? [] : [sql`v.kind = ${kind}`]),
    ...(since === undefined ? [] : [sql`c.at >= ${since.toISOString()}::timestamptz`]),
  ]
  return sql.join([isThere, ...conditions], sql` and `)
}

const fromLive = (palaceId: string): SQL => sql`
  from ${changeSets} c
  join ${revisions} v on v.palace_id = c.palace_id and v.change_set_id = c.id
  ${placed(liveWings, liveRooms, liveDrawers)}
  where c.palace_id = ${palaceId}`

/** A line that may name what is in the trash gives way to the name of the operation. */
async function veiled(db: Db, palaceId: string, found: ChangeRow[]): Promise<ChangeRow[]> {
  const ids = [...new Set(found.map(({ change_set }) => change_set))]
  const telling = await rows<{ id: string }>(
    db,
    sql`select c.id from unnest(${array(ids, 'uuid')}) as c (id)
      where exists (
        select 1 from ${revisions} v ${placed(liveWings, liveRooms, liveDrawers)}
        where v.palace_id = ${palaceId} and v.change_set_id = c.id and not (${isThere}))`,
  )
  const hidden = new Set(telling.map(({ id }) => id))
  return found.map((row) => (hidden.has(row.change_set) ? { ...row, summary: row.operation } : row))
}

/** Where a page of the feed ended. */
export interface FeedPosition {
  at: string
  change_set: string
  id: string
  number: number
}

/** What changed, newest first: revisions of things that are live now. */
export async function listChanges(
  db: Db,
  { after, limit, ...filter }: ChangeFilter & { after?: FeedPosition | undefined; limit: number },
): Promise<ChangeRow[]> {
  const last = sql`(${after?.at ?? null}::timestamptz, ${after?.change_set ?? null}::uuid)`
  const beyond =
    after === undefined
      ? sql``
      : sql`and (c.at, c.id) <= ${last}
          and ((c.at, c.id) < ${last} or (v.entity_id, -v.number) > (${after.id}::uuid, ${-after.number}::int))`
  const found = await changeRows(
    db,
    sql`select ${columns} ${fromLive(filter.palaceId)} and ${matches(filter)} ${beyond}
      order by c.at desc, c.id desc, v.entity_id, v.number desc limit ${limit}`,
  )
  return veiled(db, filter.palaceId, found)
}

/** Where a reader of the stream stands: behind a whole change set, or behind one of its revisions. */
export interface StreamPosition {
  sealNumber: number
  id?: string | undefined
  number?: number | undefined
}

/** What was sealed after a position, in the order of the chain, so that a late commit is never behind a reader. */
export async function nextChanges(
  db: Db,
  { after, limit, ...filter }: ChangeFilter & { after: StreamPosition; limit: number },
): Promise<ChangeRow[]> {
  const beyond =
    after.id === undefined
      ? sql`c.number > ${after.sealNumber}`
      : sql`c.number >= ${after.sealNumber}
          and (c.number > ${after.sealNumber} or (v.entity_id, v.number) > (${after.id}::uuid, ${after.number ?? 0}::int))`
  const found = await changeRows(
    db,
    sql`select ${columns} ${fromLive(filter.palaceId)} and ${matches(filter)} and ${beyond}
      order by c.number, v.entity_id, v.number limit ${limit}`,
  )
  return veiled(db, filter.palaceId, found)
}

/** All that a change set did, also to what is in the trash or purged by now. */
export function listChangeSet(
  db: Db,
  input: { palaceId: string; id: string; after?: { id: string; number: number } | undefined; limit: number },
): Promise<(ChangeRow & { trashed: boolean; purged: boolean; before: object | null; after: object | null })[]> {
  const beyond =
    input.after === undefined
      ? sql``
      : sql`and (v.entity_id, v.number) > (${input.after.id}::uuid, ${input.after.number}::int)`
  return changeRows(
    db,
    sql`select ${columns}, v.before, v.after, v.purged is not null as purged,
        coalesce(case v.entity when 'drawer' then d.deleted_at when 'room' then r.deleted_at when 'wing' then w.deleted_at
          else g.deleted_at end
          is not null, false) as trashed
      from ${changeSets} c
      join ${revisions} v on v.palace_id = c.palace_id and v.change_set_id = c.id
      ${placed(wings, rooms, drawers)}
      where c.palace_id = ${input.palaceId} and c.id = ${input.id} ${beyond}
      order by v.entity_id, v.number limit ${input.limit}`,
  )
}

export interface ChangeSetRow {
  id: string
  at: Date
  actor: string
  channel: string
  session: string | null
  operation: string
  summary: string
  undoes: string[] | null
  undone_by: string[] | null
  digest: string | null
  number: number | null
  seal: string | null
  revisions: number
}

/** A change set by its id, or `change.not_found`. */
export async function getChangeSet(db: Db, { palaceId, id }: { palaceId: string; id: string }): Promise<ChangeSetRow> {
  const [row] = await rows<ChangeSetRow>(
    db,
    sql`select c.id, c.at, c.actor, c.channel, c.session, c.operation, c.summary, c.undoes, c.digest, c.seal,
        c.number::float8 as number,
        (select count(*)::int from ${revisions} v where v.palace_id = c.palace_id and v.change_set_id = c.id) as revisions,
        (select array_agg(u.id order by u.id) from ${changeSets} u
          where u.palace_id = c.palace_id and u.undoes @> array[c.id]) as undone_by
      from ${changeSets} c where c.palace_id = ${palaceId} and c.id = ${id}`,
  )
  if (row) return { ...row, at: new Date(row.at) }
  throw new PalaceError('change.not_found', `there is no change set ${id}`, { details: { change_set: id } })
}

async function changeRows<T extends ChangeRow>(db: Db, statement: SQL): Promise<T[]> {
  const found = await rows<T>(db, statement)
  return found.map((row) => ({ ...row, at: new Date(row.at) }))
}

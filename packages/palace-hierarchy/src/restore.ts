import { PalaceError } from '@loci/contract'
import { type Change, recordAll } from '@loci/revisions'
import { array, type Db, rows, tables, violatedConstraint } from '@loci/store'
import { sql, type SQL } from 'drizzle-orm'
import { nameKey, toName } from './names.ts'
import { holdEntities, planThings, restoreThings, roomsOfTunnels } from './restore-things.ts'
import { takenNames } from './taken-names.ts'
import { notInTrash } from './trash-list.ts'
import { lockTrash } from './trash-lock.ts'

const { drawers, rooms, wings } = tables

type Placed = 'wing' | 'room' | 'drawer'

export interface RestoreInput {
  /** One thing with what its delete took along, or … */
  id?: string | undefined
  /** … all that a change set took. */
  changeSet?: string | undefined
  /** Another name for the one thing. */
  as?: string | undefined
  /** Whether what it was in comes back as well, when that is in the trash. */
  parents: boolean
}

export interface Restored {
  wings: number
  rooms: number
  drawers: number
  tunnels: number
  entities: number
  facts: number
}

/** What comes back: ids by level, the rows that were asked for first, and the parents they need. */
interface Plan {
  wings: string[]
  rooms: string[]
  drawers: string[]
  parentWings: string[]
  parentRooms: string[]
}

/**
 * Brings back exactly what a delete took, with new names where `as` says so. `trash.not_found`,
 * `trash.parent_trashed`, or a name that is taken; a purge of the same things waits or comes first, never between.
 */
export async function restore(tx: Db, change: Change, input: RestoreInput): Promise<Restored> {
  const { palaceId } = change
  await lockTrash(tx, palaceId, 'restore')
  const things = await planThings(tx, palaceId, input)
  const plan = await planRestore(tx, palaceId, input, await roomsOfTunnels(tx, palaceId, things))
  const root = rootOf(plan)
  if (input.as !== undefined && root === undefined)
    throw new PalaceError('input.invalid', 'as: gives one wing, room or drawer another name', {
      help: 'Restore them one by one, by id.',
    })
  await holdParents(tx, palaceId, plan, input.parents)
  await holdEntities(tx, palaceId, things, input.parents)
  const name = input.as === undefined || root === undefined ? undefined : toName(root.entity, input.as)
  const renamed = name === undefined || root === undefined ? undefined : { ...root, name }
  await refuseTaken(tx, palaceId, plan, renamed)
  const bring = (entity: Placed, ids: string[]) => bringBack(tx, change, entity, ids, renamed)
  const placed = {
    wings: await bring('wing', [...plan.wings, ...plan.parentWings]),
    rooms: await bring('room', [...plan.rooms, ...plan.parentRooms]),
    drawers: await bring('drawer', plan.drawers),
  }
  const { tunnel: tunnelCount, entity: entityCount, fact: factCount } = await restoreThings(tx, change, things)
  const counts = { ...placed, tunnels: tunnelCount, entities: entityCount, facts: factCount }
  if (Object.values(counts).every((count) => count === 0)) notInTrash(input.id ?? input.changeSet ?? '')
  return counts
}

async function planRestore(
  tx: Db,
  palaceId: string,
  { id, changeSet }: RestoreInput,
  joined: { room: string; wing: string }[],
): Promise<Plan> {
  const wanted =
    id === undefined
      ? sql`t.deleted_in = ${changeSet}`
      : sql`(t.id = ${id} or t.room_id = ${id} or t.wing_id = ${id}) and t.deleted_in = (
          select deleted_in from ${everything(palaceId)} one where one.id = ${id})`
  const found = await rows<{ entity: Placed; id: string; room_id: string; wing_id: string }>(
    tx,
    sql`select t.entity, t.id, t.room_id, t.wing_id from ${everything(palaceId)} t where ${wanted} order by t.id`,
  )
  const of = (entity: Placed) => found.filter((row) => row.entity === entity)
  const ids = (list: { id: string }[]) => list.map((row) => row.id)
  const own = { wings: ids(of('wing')), rooms: ids(of('room')), drawers: ids(of('drawer')) }
  const outside = (needed: string[], inside: string[]) => {
    const known = new Set(inside)
    return [...new Set(needed)].filter((parent) => !known.has(parent)).toSorted()
  }
  return {
    ...own,
    parentRooms: outside([...of('drawer').map((row) => row.room_id), ...joined.map(({ room }) => room)], own.rooms),
    parentWings: outside([...found.map((row) => row.wing_id), ...joined.map(({ wing }) => wing)], own.wings),
  }
}

/** Everything in the trash, with the room and wing it is in; a thing is in itself. */
const everything = (palaceId: string): SQL => sql`(
  select 'wing' as entity, id, deleted_in, null::uuid as room_id, id as wing_id
  from ${wings} where palace_id = ${palaceId} and deleted_at is not null
  union all
  select 'room', id, deleted_in, id, wing_id from ${rooms} where palace_id = ${palaceId} and deleted_at is not null
  union all
  select 'drawer', d.id, d.deleted_in, d.room_id, r.wing_id
  from ${drawers} d join ${rooms} r on r.palace_id = d.palace_id and r.id = d.room_id
  where d.palace_id = ${palaceId} and d.deleted_at is not null)`

function rootOf({ wings: w, rooms: r, drawers: d }: Plan): { entity: Placed; id: string } | undefined {
  const [top, entity] =
    w.length > 0 ? [w, 'wing' as const] : r.length > 0 ? [r, 'room' as const] : [d, 'drawer' as const]
  const [id, ...others] = top
  return id === undefined || others.length > 0 ? undefined : { entity, id }
}

/** Holds the parents until the end, top down as everyone does; those that are live need not come back. */
async function holdParents(tx: Db, palaceId: string, plan: Plan, bringParents: boolean): Promise<void> {
  const levels = [
    { table: wings, ids: plan.parentWings, keep: (ids: string[]) => (plan.parentWings = ids) },
    { table: rooms, ids: plan.parentRooms, keep: (ids: string[]) => (plan.parentRooms = ids) },
  ]
  const missing: string[] = []
  for (const { table, ids, keep } of levels) {
    const held = await rows<{ id: string; name: string; trashed: boolean }>(
      tx,
      sql`select id, name, deleted_at is not null as trashed from ${table}
        where palace_id = ${palaceId} and id = any(${array(ids, 'uuid')}) order by id for share`,
    )
    const gone = held.filter(({ trashed }) => trashed)
    missing.push(...gone.map(({ name }) => name))
    keep(gone.map(({ id }) => id))
  }
  if (missing.length > 0 && !bringParents)
    throw new PalaceError('trash.parent_trashed', `it was in ${missing.join('/')}, which is in the trash`, {
      details: { parents: missing },
    })
}

interface Renamed {
  entity: Placed
  id: string
  name: string
}

async function refuseTaken(tx: Db, palaceId: string, plan: Plan, renamed: Renamed | undefined): Promise<void> {
  const levels = [
    ['wing', [...plan.wings, ...plan.parentWings]],
    ['room', [...plan.rooms, ...plan.parentRooms]],
    ['drawer', plan.drawers],
  ] as const
  for (const [entity, ids] of levels) {
    const taken = await takenNames(tx, {
      palaceId,
      entity,
      ids,
      renamed: renamed?.entity === entity ? renamed : undefined,
    })
    if (taken.length > 0) throw nameIsTaken(entity, taken)
  }
}

function nameIsTaken(entity: Placed, names: string[], cause?: unknown): PalaceError {
  const told = names.map((name) => JSON.stringify(name)).join(', ')
  return new PalaceError(`${entity}.name_taken`, `another live ${entity} has the name ${told}`, {
    help: `Give it another name with as, or rename the other ${entity}.`,
    details: { names },
    cause,
  })
}

/** In one statement without a join: its plan must not depend on what the statistics think of the trash. */
async function bringBack(
  tx: Db,
  change: Change,
  entity: Placed,
  ids: string[],
  renamed: Renamed | undefined,
): Promise<number> {
  if (ids.length === 0) return 0
  const table = { wing: wings, room: rooms, drawer: drawers }[entity]
  const { palaceId } = change
  const rename = renamed?.entity === entity ? await renaming(tx, palaceId, renamed) : undefined
  return recordAll(tx, change, {
    entity,
    kind: 'restore',
    changed: sql`
      update ${table} t set deleted_at = null, deleted_in = null, revision = revision + 1 ${rename?.set ?? sql``}
      where palace_id = ${palaceId} and id = any(${array(ids, 'uuid')}) and deleted_at is not null
      returning id, revision, ${rename?.before ?? sql`null::jsonb`} as before, ${rename?.after ?? sql`null::jsonb`} as after`,
  }).catch((error: unknown) => {
    if (violatedConstraint(error)?.endsWith('_live_name') !== true) throw error
    throw nameIsTaken(entity, [renamed?.name ?? '?'], error)
  })
}

/** What a new name adds to the statement that brings its thing back. */
async function renaming(tx: Db, palaceId: string, { entity, id, name }: Renamed) {
  const table = { wing: wings, room: rooms, drawer: drawers }[entity]
  const [old] = await rows<{ name: string | null }>(
    tx,
    sql`select name from ${table} where palace_id = ${palaceId} and id = ${id} for update`,
  )
  const only = (value: SQL, otherwise: SQL) => sql`case when t.id = ${id} then ${value} else ${otherwise} end`
  const key = entity === 'drawer' ? sql`` : sql`, name_key = ${only(sql`${nameKey(name)}`, sql`t.name_key`)}`
  const named = (value: string | null) => only(sql`${JSON.stringify({ name: value })}::jsonb`, sql`null`)
  return {
    set: sql`, name = ${only(sql`${name}`, sql`t.name`)} ${key}`,
    before: named(old?.name ?? null),
    after: named(name),
  }
}

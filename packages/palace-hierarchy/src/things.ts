import { type Change, type Entity, type NewRevision, record, recordAll } from '@loci/revisions'
import { array, type Db, rows, tables } from '@loci/store'
import { getTableColumns, sql, type SQL } from 'drizzle-orm'

const things = { tunnel: tables.tunnels, entity: tables.entities, fact: tables.facts }

/** Things that are nothing but their fields, written, changed and brought back by the same few statements. */
export type Thing = keyof typeof things
export type Fields = Record<string, unknown>

export const thingKinds = ['entity', 'fact', 'tunnel'] as const satisfies readonly Thing[]
export const isThing = (entity: Entity): entity is Thing => entity in things
export const thingTable = (thing: Thing) => things[thing]

/** A thing with its row locked: its fields are its columns but those that every thing has, instants in UTC. */
export interface ThingState {
  id: string
  revision: number
  trashed: boolean
  fields: Fields
}

/** What a thing is to become: the fields that are given change, `live` brings it back from the trash. */
export interface ThingTarget {
  id: string
  fields?: Fields | undefined
  live?: boolean | undefined
}

const common = ['palace_id', 'id', 'revision', 'created_at', 'updated_at', 'deleted_at', 'deleted_in']

const ownColumns = (thing: Thing): string[] =>
  Object.values(getTableColumns(things[thing]))
    .map(({ name }) => name)
    .filter((name) => !common.includes(name))

const instants = new Set(['valid_from', 'valid_to'])
const inUtc = (column: SQL): SQL => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The fields of a row `t` as JSON. */
const fieldsOf = (thing: Thing): SQL => {
  const pairs = ownColumns(thing).map((name) => {
    const column = sql`t.${sql.identifier(name)}`
    return sql`${sql.raw(`'${name}'`)}, ${instants.has(name) ? inUtc(column) : column}`
  })
  return sql`jsonb_build_object(${sql.join(pairs, sql`, `)})`
}

/** Locks the rows of these things, in the order of their ids, and gives what they are; what is gone is left out. */
export function lockThings(tx: Db, palaceId: string, thing: Thing, ids: string[]): Promise<ThingState[]> {
  if (ids.length === 0) return Promise.resolve([])
  return rows<ThingState>(
    tx,
    sql`select id, revision, deleted_at is not null as trashed, ${fieldsOf(thing)} as fields from ${things[thing]} t
      where palace_id = ${palaceId} and id = any(${array(ids, 'uuid')}) order by id for update`,
  )
}

// an exclusion constraint that may be deferred is none that an insert can ask
const unlessTaken: Record<Thing, SQL> = {
  entity: sql`on conflict (palace_id, name_key) where deleted_at is null do nothing`,
  fact: sql``,
  tunnel: sql`on conflict (palace_id, least(source_room_id, target_room_id), greatest(source_room_id, target_room_id))
    where deleted_at is null do nothing`,
}

/** Writes new things, every field given, each with its first revision. How many: what a unique index has is left out. */
export function createThings(
  tx: Db,
  change: Change,
  thing: Thing,
  created: { id: string; fields: Fields }[],
): Promise<number> {
  const made = { palace_id: change.palaceId, revision: 1 }
  const list = created.map(({ id, fields }) => ({ ...fields, ...made, id }))
  const columns = sql.join(
    ['palace_id', 'id', 'revision', ...ownColumns(thing)].map((name) => sql.identifier(name)),
    sql`, `,
  )
  return recordAll(tx, change, {
    entity: thing,
    kind: 'create',
    changed: sql`
      insert into ${things[thing]} as t (${columns})
      select ${columns} from jsonb_populate_recordset(null::${things[thing]}, ${JSON.stringify(list)}::jsonb)
      ${unlessTaken[thing]}
      returning t.id, t.revision, null::jsonb as before, ${fieldsOf(thing)} as after`,
  })
}

/** Makes locked things what they are to become, each difference a revision. What became of those that changed. */
export async function changeThings(
  tx: Db,
  change: Change,
  thing: Thing,
  targets: ThingTarget[],
  current: ReadonlyMap<string, ThingState>,
): Promise<{ id: string; kinds: NewRevision['kind'][] }[]> {
  const plans = targets.flatMap((target) => {
    const now = current.get(target.id)
    const plan = now && planOf(thing, target, now)
    return plan && plan.notes.length > 0 ? [plan] : []
  })
  if (plans.length === 0) return []
  await vacateNames(tx, change.palaceId, thing, plans)
  const own = ownColumns(thing).map((name) => sql`${sql.identifier(name)} = p.${sql.identifier(name)}`)
  await tx.execute(sql`
    update ${things[thing]} t set ${sql.join(own, sql`, `)}, revision = p.revision,
      updated_at = case when s.live then t.updated_at else now() end,
      deleted_at = case when s.live then null else t.deleted_at end,
      deleted_in = case when s.live then null else t.deleted_in end
    from jsonb_to_recordset(${JSON.stringify(plans.map(({ row }) => row))}::jsonb) as s (live boolean, fields jsonb)
    cross join lateral jsonb_populate_record(null::${things[thing]}, s.fields) p
    where t.palace_id = ${change.palaceId} and t.id = p.id`)
  await record(
    tx,
    change,
    plans.flatMap(({ notes }) => notes),
  )
  return plans.map(({ row, notes }) => ({ id: row.fields.id, kinds: notes.map(({ kind }) => kind) }))
}

interface ThingPlan {
  row: { live: boolean; fields: Fields & { id: string; revision: number } }
  notes: NewRevision[]
}

function planOf(thing: Thing, target: ThingTarget, now: ThingState): ThingPlan {
  const changed = Object.entries(target.fields ?? {}).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(now.fields[name]),
  )
  const after = Object.fromEntries(changed)
  const before = Object.fromEntries(changed.map(([name]) => [name, now.fields[name]]))
  const live = target.live === true && now.trashed
  const base = { entity: thing, entityId: now.id }
  const notes: NewRevision[] = []
  if (live) notes.push({ ...base, number: now.revision + 1, kind: 'restore' })
  if (changed.length > 0) notes.push({ ...base, number: now.revision + notes.length + 1, kind: 'meta', before, after })
  const revision = now.revision + notes.length
  return { row: { live, fields: { ...now.fields, ...after, id: now.id, revision } }, notes }
}

/** Frees names that pass from one to another, as a unique index looks at one row after the other. */
async function vacateNames(tx: Db, palaceId: string, thing: Thing, plans: ThingPlan[]): Promise<void> {
  if (thing !== 'entity' || plans.length < 2) return
  const ids = array(
    plans.map(({ row }) => row.fields.id),
    'uuid',
  )
  await tx.execute(sql`update ${things.entity} set name_key = id::text
    where palace_id = ${palaceId} and id = any(${ids}) and deleted_at is null`)
}

/** Moves the live things that match to the trash, each with its revision. How many. */
export function trashThings(tx: Db, change: Change, thing: Thing, matching: SQL): Promise<number> {
  return recordAll(tx, change, {
    entity: thing,
    kind: 'trash',
    changed: sql`
      update ${things[thing]} set deleted_at = now(), deleted_in = ${change.id}, revision = revision + 1
      where palace_id = ${change.palaceId} and deleted_at is null and ${matching}
      returning id, revision, null::jsonb as before, null::jsonb as after`,
  })
}

import { type Change, type Entity, type NewRevision, record, recordAll } from '@loci/revisions'
import { array, type Db, rows, tables } from '@loci/store'
import { sql, type SQL } from 'drizzle-orm'
import { nameKey } from './names.ts'
import { changeThings, type Fields, isThing, lockThings, thingKinds, thingTable } from './things.ts'

const { drawers, revisions, rooms, wings } = tables

type Placed = 'wing' | 'room' | 'drawer'

/** What a thing is to become: only the fields that are given change. */
export interface TargetState {
  entity: Entity
  id: string
  /** True brings it back from the trash. */
  live?: true | undefined
  name?: string | null | undefined
  description?: string | undefined
  tags?: string[] | undefined
  room_id?: string | undefined
  wing_id?: string | undefined
  /** Where a drawer comes from, as its first revision says it. */
  source?: Fields | undefined
  /** The revision whose text it gets. */
  textOf?: number | undefined
  /** Of a tunnel, an entity or a fact. */
  fields?: Fields | undefined
}

/** What a thing is now, its row locked. */
export interface CurrentState {
  entity: Entity
  id: string
  revision: number
  trashed: boolean
  name: string | null
  description: string | null
  tags: string[] | null
  room_id: string | null
  wing_id: string | null
  content_hash: string | null
  source: Fields | null
  /** Of a tunnel, an entity or a fact. */
  fields: Fields | null
}

/** Where rows of a kind are. */
export const tableOf = (entity: Entity) =>
  isThing(entity) ? thingTable(entity) : { wing: wings, room: rooms, drawer: drawers }[entity]

/** Locks the rows of these things, top down as everyone does, and gives what they are; what is gone is left out. */
export async function lockStates(
  tx: Db,
  palaceId: string,
  things: { entity: Entity; id: string }[],
): Promise<Map<string, CurrentState>> {
  const none = sql`null::text`
  const levels = [
    [
      'wing',
      sql`description, null::text[] as tags, null::uuid as room_id, null::uuid as wing_id, ${none} as content_hash, null::jsonb as source from ${wings}`,
    ],
    [
      'room',
      sql`description, null::text[] as tags, null::uuid as room_id, wing_id, ${none} as content_hash,
        null::jsonb as source from ${rooms}`,
    ],
    [
      'drawer',
      sql`${none} as description, tags, room_id, null::uuid as wing_id, content_hash, ${sourceOf(sql`${drawers}`)} as source
        from ${drawers}`,
    ],
  ] as const
  const states = new Map<string, CurrentState>()
  for (const [entity, columns] of levels) {
    const ids = things.filter((thing) => thing.entity === entity).map(({ id }) => id)
    if (ids.length === 0) continue
    const found = await rows<Omit<CurrentState, 'entity' | 'fields'>>(
      tx,
      sql`select id, revision, deleted_at is not null as trashed, name, ${columns}
        where palace_id = ${palaceId} and id = any(${array(ids, 'uuid')}) order by id for update`,
    )
    for (const row of found) states.set(row.id, { entity, ...row, fields: null })
  }
  const unplaced = {
    name: null,
    description: null,
    tags: null,
    room_id: null,
    wing_id: null,
    content_hash: null,
    source: null,
  }
  for (const entity of thingKinds) {
    const ids = things.filter((thing) => thing.entity === entity).map(({ id }) => id)
    for (const row of await lockThings(tx, palaceId, entity, ids)) states.set(row.id, { entity, ...unplaced, ...row })
  }
  return states
}

/** A change of one thing as its revisions say it. */
export interface AppliedChange {
  entity: Entity
  id: string
  kinds: NewRevision['kind'][]
}

/** Makes things what they are to become, each change a revision, in few statements. The rows are locked already. */
export async function applyStates(
  tx: Db,
  change: Change,
  targets: TargetState[],
  current: Map<string, CurrentState>,
): Promise<AppliedChange[]> {
  const applied: AppliedChange[] = []
  for (const entity of ['wing', 'room', 'drawer'] as const) {
    const plans = targets.flatMap((target) => {
      const now = current.get(target.id)
      return target.entity === entity && now ? [planOf(target, now)] : []
    })
    const onlyRestored = ({ notes }: StatePlan) => notes.length === 1 && notes[0]?.kind === 'restore'
    const restoring = plans.filter(onlyRestored)
    const changing = plans.filter((plan) => plan.notes.length > 0 && !onlyRestored(plan))
    await restoreAll(
      tx,
      change,
      entity,
      restoring.map(({ row }) => row.id),
    )
    applied.push(...restoring.map(({ row: { id } }) => ({ entity, id, kinds: ['restore' as const] })))
    if (changing.length === 0) continue
    await vacate(tx, change.palaceId, entity, changing)
    await update(tx, change.palaceId, entity, changing)
    await record(
      tx,
      change,
      changing.flatMap(({ notes }) => notes),
    )
    applied.push(...changing.map(({ row: { id }, notes }) => ({ entity, id, kinds: notes.map(({ kind }) => kind) })))
  }
  const known = new Map([...current].map(([id, { fields, ...state }]) => [id, { ...state, fields: fields ?? {} }]))
  for (const entity of thingKinds) {
    const own = targets.filter((target) => target.entity === entity)
    const changed = await changeThings(tx, change, entity, own, known)
    applied.push(...changed.map((one) => ({ entity, ...one })))
  }
  return applied
}

interface StatePlan {
  row: {
    id: string
    revision: number
    name: string | null
    name_key: string | null
    description: string | null
  } & Pick<CurrentState, 'tags' | 'room_id' | 'wing_id'> & {
      text_of: number | null
      source: Fields | null
      live: boolean
      renamed: boolean
    }
  notes: NewRevision[]
}

function planOf(target: TargetState, now: CurrentState): StatePlan {
  const notes: NewRevision[] = []
  const note = (kind: NewRevision['kind'], fields: Partial<NewRevision>) =>
    notes.push({ entity: now.entity, entityId: now.id, number: now.revision + notes.length + 1, kind, ...fields })
  const name = target.name === undefined ? now.name : target.name
  const description = target.description ?? now.description
  const tags = target.tags ?? now.tags
  const parent = now.entity === 'drawer' ? ('room_id' as const) : ('wing_id' as const)
  const place = target[parent] ?? now[parent]
  if (target.live === true && now.trashed) note('restore', {})
  if (target.textOf !== undefined)
    note('text', { before: { content_hash: now.content_hash }, after: {}, contentOf: target.textOf })
  const described = name !== now.name || description !== now.description
  const { source } = target
  if (described || source !== undefined || tags?.join('\0') !== now.tags?.join('\0')) {
    const rest = (value: string[] | null, text: string | null) =>
      now.entity === 'drawer' ? { tags: value } : { description: text }
    note('meta', {
      before: { name: now.name, ...rest(now.tags, now.description), ...(source && { source: now.source }) },
      after: { name, ...rest(tags, description), ...(source && { source }) },
    })
  }
  if (place !== now[parent]) note('move', { before: { [parent]: now[parent] }, after: { [parent]: place } })
  const row = {
    id: now.id,
    revision: now.revision + notes.length,
    name,
    name_key: name === null ? null : nameKey(name),
    description,
    tags,
    room_id: parent === 'room_id' ? place : null,
    wing_id: parent === 'wing_id' ? place : null,
    text_of: target.textOf ?? null,
    source: source ?? null,
    live: target.live === true,
    renamed: !now.trashed && (name !== now.name || place !== now[parent]),
  }
  return { row, notes }
}

/** Brings rows back as they were, however many, in one statement. */
async function restoreAll(tx: Db, change: Change, entity: Placed, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await recordAll(tx, change, {
    entity,
    kind: 'restore',
    changed: sql`
      update ${tableOf(entity)}
      set deleted_at = null, deleted_in = null, revision = revision + 1
      where palace_id = ${change.palaceId} and id = any(${array(ids, 'uuid')}) and deleted_at is not null
      returning id, revision, null::jsonb as before, null::jsonb as after`,
  })
}

/** Frees the names of those that get another one, as an index looks at one row after the other. */
async function vacate(tx: Db, palaceId: string, entity: Placed, plans: StatePlan[]): Promise<void> {
  const ids = plans.filter(({ row }) => row.renamed).map(({ row }) => row.id)
  if (ids.length < 2) return
  const table = tableOf(entity)
  await tx.execute(sql`update ${table} set name = ${entity === 'drawer' ? sql`null` : sql`id::text`}
    where palace_id = ${palaceId} and id = any(${array(ids, 'uuid')})`)
}

const sourceColumns = {
  uri: ['source_uri', 'text'],
  kind: ['source_kind', 'text'],
  document: ['source_document', 'text'],
  position: ['source_position', 'int'],
  author: ['author', 'text'],
  authored_at: ['authored_at', 'timestamptz'],
} as const

/** Where a drawer comes from, in the form of its first revision. */
export const sourceOf = (drawer: SQL): SQL =>
  sql`jsonb_build_object(${sql.join(
    Object.entries(sourceColumns).map(
      ([field, [column]]) => sql`${sql.raw(`'${field}'`)}, ${drawer}.${sql.raw(column)}`,
    ),
    sql`, `,
  )})`

/** A part of where a drawer `t` comes from: that of the target `s`, if it has one. */
const restored = (field: keyof typeof sourceColumns): SQL => {
  const [column, type] = sourceColumns[field]
  return sql`case when s.source is null then t.${sql.raw(column)} else (s.source ->> ${sql.raw(`'${field}'`)})::${sql.raw(type)} end`
}

async function update(tx: Db, palaceId: string, entity: Placed, plans: StatePlan[]): Promise<void> {
  const table = tableOf(entity)
  const own = {
    wing: sql`name_key = s.name_key, description = s.description`,
    room: sql`name_key = s.name_key, description = s.description, wing_id = s.wing_id`,
    drawer: sql`tags = s.tags, room_id = s.room_id, content = coalesce(v.content, t.content),
      content_hash = coalesce(encode(sha256(convert_to(v.content, 'UTF8')), 'hex'), t.content_hash),
      bytes = coalesce(octet_length(v.content), t.bytes),
      source_uri = ${restored('uri')}, source_kind = ${restored('kind')}, source_document = ${restored('document')},
      source_position = ${restored('position')}, author = ${restored('author')}, authored_at = ${restored('authored_at')}`,
  }[entity]
  await tx.execute(sql`
    update ${table} t set name = s.name, revision = s.revision, ${own},
      updated_at = case when s.live then t.updated_at else now() end,
      deleted_at = case when s.live then null else t.deleted_at end,
      deleted_in = case when s.live then null else t.deleted_in end
    from jsonb_to_recordset(${JSON.stringify(plans.map(({ row }) => row))}::jsonb) as s (
      id uuid, revision int, name text, name_key text, description text, tags text[], room_id uuid, wing_id uuid,
      text_of int, source jsonb, live boolean)
    left join ${revisions} v on v.palace_id = ${palaceId} and v.entity_id = s.id and v.number = s.text_of
    where t.palace_id = ${palaceId} and t.id = s.id`)
}

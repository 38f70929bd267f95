import { PalaceError } from '@loci/contract'
import { changeThings, createThings, lockThings } from '@loci/palace-hierarchy'
import type { Change } from '@loci/revisions'
import { array, type Db, newId, rows, tables } from '@loci/store'
import { sql, type SQL } from 'drizzle-orm'
import { entityKey, toEntityName } from './names.ts'

const { liveEntities, liveFacts } = tables

export interface EntityRow {
  id: string
  name: string
  aliases: string[]
  type: string
  revision: number
  created_at: Date
  updated_at: Date
  /** Facts that name it, whenever they hold. */
  facts: number
}

const columns = sql`e.id, e.name, e.aliases, e.type, e.revision, e.created_at, e.updated_at, (
  select count(*)::int from ${liveFacts} f where f.palace_id = e.palace_id
    and (f.subject_id = e.id or f.object_id = e.id)) as facts`

const toRow = (row: EntityRow): EntityRow => ({
  ...row,
  created_at: new Date(row.created_at),
  updated_at: new Date(row.updated_at),
})

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The entity of this name, alias or id, without case and accents; `entity.not_found` names those that look like it. */
export async function getEntity(
  db: Db,
  { palaceId, entity }: { palaceId: string; entity: string },
): Promise<EntityRow> {
  const key = entityKey(entity)
  const byId = uuid.test(entity) ? sql`or e.id = ${entity}` : sql``
  const [row] = await rows<EntityRow>(
    db,
    sql`select ${columns} from ${liveEntities} e
      where e.palace_id = ${palaceId} and (e.name_key = ${key} or e.alias_keys @> array[${key}] ${byId})
      order by e.name_key = ${key} desc, e.id limit 1`,
  )
  if (row) return toRow(row)
  const near = await rows<{ name: string }>(
    db,
    sql`select name from ${liveEntities} where palace_id = ${palaceId} and similarity(name_key, ${key}) > 0.3
      order by similarity(name_key, ${key}) desc, name limit 3`,
  )
  throw new PalaceError('entity.not_found', `nothing is known of ${JSON.stringify(entity)}`, {
    details: { entity, nearest: near.map(({ name }) => name) },
  })
}

/** Entities by name, as a page behind `after`. */
export async function listEntities(
  db: Db,
  input: {
    palaceId: string
    type?: string | undefined
    prefix?: string | undefined
    after?: string | undefined
    limit: number
  },
): Promise<EntityRow[]> {
  const conditions: SQL[] = [
    sql`e.palace_id = ${input.palaceId}`,
    ...(input.type === undefined ? [] : [sql`e.type = ${input.type}`]),
    ...(input.prefix === undefined ? [] : [sql`starts_with(e.name_key, ${entityKey(input.prefix)})`]),
    ...(input.after === undefined ? [] : [sql`e.name_key > ${input.after}`]),
  ]
  const found = await rows<EntityRow>(
    db,
    sql`select ${columns} from ${liveEntities} e where ${sql.join(conditions, sql` and `)}
      order by e.name_key limit ${input.limit}`,
  )
  return found.map(toRow)
}

export interface KnownEntity {
  id: string
  name: string
}

/**
 * The entities of a fact, made on the way where nobody knew them. The subject is held for this transaction alone, so
 * that two facts about it come one after the other; the object is held against going away.
 */
export async function holdEnds(
  tx: Db,
  change: Change,
  { subject, object }: { subject: string; object: string },
): Promise<{ subject: KnownEntity; object: KnownEntity }> {
  const ends = { subject: toEntityName('subject', subject), object: toEntityName('object', object) }
  for (;;) {
    const found = {
      subject: await ensureEntity(tx, change, ends.subject),
      object: await ensureEntity(tx, change, ends.object),
    }
    if (await holdBoth(tx, change.palaceId, found.subject.id, found.object.id)) return found
  }
}

/** The entity of this name or alias, if there is one. */
export async function findEntity(db: Db, palaceId: string, name: string): Promise<KnownEntity | undefined> {
  const key = entityKey(name)
  const [row] = await rows<KnownEntity>(
    db,
    sql`select id, name from ${liveEntities}
      where palace_id = ${palaceId} and (name_key = ${key} or alias_keys @> array[${key}])
      order by name_key = ${key} desc, id limit 1`,
  )
  return row
}

async function ensureEntity(tx: Db, change: Change, name: string): Promise<KnownEntity> {
  for (;;) {
    const known = await findEntity(tx, change.palaceId, name)
    if (known) return known
    const id = newId()
    const fields = { name, name_key: entityKey(name), aliases: [], alias_keys: [], type: '' }
    if ((await createThings(tx, change, 'entity', [{ id, fields }])) === 1) return { id, name }
  }
}

/** Locks both in the order of their ids; false when one of them went away meanwhile. */
async function holdBoth(tx: Db, palaceId: string, subjectId: string, objectId: string): Promise<boolean> {
  for (const id of [...new Set([subjectId, objectId])].toSorted()) {
    const strength = id === subjectId ? sql`for no key update` : sql`for share`
    const held = await rows(
      tx,
      sql`select 1 from ${liveEntities} where palace_id = ${palaceId} and id = ${id} ${strength}`,
    )
    if (held.length === 0) return false
  }
  return true
}

/** Renames an entity, gives it aliases or a type. A name or an alias that another has is `entity.name_taken`. */
export async function updateEntity(
  tx: Db,
  change: Change,
  input: { id: string; name?: string | undefined; aliases?: string[] | undefined; type?: string | undefined },
): Promise<string[]> {
  const { palaceId } = change
  const name = input.name === undefined ? undefined : toEntityName('name', input.name)
  const aliases = input.aliases === undefined ? undefined : uniqueAliases(input.aliases)
  const keys = [...(name === undefined ? [] : [name]), ...(aliases ?? [])].map(entityKey)
  await lockNames(tx, palaceId)
  await refuseTaken(tx, palaceId, input.id, keys)
  const states = await lockThings(tx, palaceId, 'entity', [input.id])
  const fields = {
    ...(name !== undefined && { name, name_key: entityKey(name) }),
    ...(aliases !== undefined && { aliases, alias_keys: aliases.map(entityKey) }),
    ...(input.type !== undefined && { type: input.type.trim() }),
  }
  const [now] = states
  await changeThings(
    tx,
    change,
    'entity',
    [{ id: input.id, fields }],
    new Map(states.map((state) => [state.id, state])),
  )
  const differs = (field: string, value: unknown) => JSON.stringify(value) !== JSON.stringify(now?.fields[field])
  return Object.entries(fields).flatMap(([field, value]) =>
    !field.endsWith('_key') && !field.endsWith('_keys') && differs(field, value) ? [field] : [],
  )
}

export const uniqueAliases = (given: readonly string[]): string[] => [
  ...new Map(given.map((alias) => toEntityName('aliases', alias)).map((alias) => [entityKey(alias), alias])).values(),
]

/** Whoever gives entities other names does so alone: no index can hold names and aliases apart. */
export async function lockNames(tx: Db, palaceId: string): Promise<void> {
  await rows(tx, sql`select pg_advisory_xact_lock(hashtextextended(${`loci:entities:${palaceId}`}, 0))`)
}

async function refuseTaken(tx: Db, palaceId: string, id: string, keys: string[]): Promise<void> {
  const wanted = array(keys, 'text')
  const [taken] = await rows<{ name: string }>(
    tx,
    sql`select name from ${liveEntities} where palace_id = ${palaceId} and id <> ${id}
      and (name_key = any(${wanted}) or alias_keys && ${wanted}) order by name limit 1`,
  )
  if (taken)
    throw new PalaceError('entity.name_taken', `${JSON.stringify(taken.name)} goes by that name`, {
      details: { entity: taken.name },
    })
}

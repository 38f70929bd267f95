import { PalaceError } from '@loci/contract'
import { changeThings, lockThings, trashThings } from '@loci/palace-hierarchy'
import type { Change } from '@loci/revisions'
import { array, type Db, rows, tables } from '@loci/store'
import { sql } from 'drizzle-orm'
import { type EntityRow, getEntity, lockNames, uniqueAliases } from './entities.ts'
import { entityKey } from './names.ts'

const { liveFacts } = tables

/** What a merge did to the facts of the one that went. */
export interface MergedEntities {
  row: EntityRow
  moved: number
  /** Facts that both had, or that joined the two. */
  dropped: number
}

/**
 * Makes two entities one: `into` gets the names and the facts of `from`, which goes to the trash with the facts that
 * both had. Values of a single-valued predicate that both had at one time are `fact.overlaps`.
 */
export async function mergeEntities(
  tx: Db,
  change: Change,
  input: { entity: string; into: string },
): Promise<MergedEntities> {
  const { palaceId } = change
  await lockNames(tx, palaceId)
  const from = await getEntity(tx, { palaceId, entity: input.entity })
  const into = await getEntity(tx, { palaceId, entity: input.into })
  if (from.id === into.id) throw new PalaceError('input.invalid', 'into: is the same entity')
  const states = await lockThings(tx, palaceId, 'entity', [from.id, into.id])
  const [dropped, moved] = await pour(tx, change, from.id, into.id)
  await trashThings(tx, change, 'entity', sql`id = ${from.id}`)
  const aliases = uniqueAliases([...into.aliases, from.name, ...from.aliases]).filter(
    (alias) => entityKey(alias) !== entityKey(into.name),
  )
  const fields = { aliases, alias_keys: aliases.map(entityKey), type: into.type === '' ? from.type : into.type }
  await changeThings(tx, change, 'entity', [{ id: into.id, fields }], new Map(states.map((state) => [state.id, state])))
  return { row: await getEntity(tx, { palaceId, entity: into.id }), moved, dropped }
}

async function pour(tx: Db, change: Change, fromId: string, intoId: string): Promise<[dropped: number, moved: number]> {
  const { palaceId } = change
  const found = await rows<{ id: string; needless: boolean }>(
    tx,
    sql`select f.id, m.subject_id = m.object_id or exists (
          select 1 from ${liveFacts} l where l.palace_id = f.palace_id and l.id <> f.id and l.subject_id = m.subject_id
            and l.predicate = f.predicate and l.object_id = m.object_id
            and tstzrange(l.valid_from, l.valid_to) && tstzrange(f.valid_from, f.valid_to)) as needless
      from ${liveFacts} f
      cross join lateral (select case f.subject_id when ${fromId} then ${intoId}::uuid else f.subject_id end as subject_id,
        case f.object_id when ${fromId} then ${intoId}::uuid else f.object_id end as object_id) m
      where f.palace_id = ${palaceId} and (f.subject_id = ${fromId} or f.object_id = ${fromId})`,
  )
  const needless = found.filter((fact) => fact.needless).map(({ id }) => id)
  const dropped = await trashThings(tx, change, 'fact', sql`id = any(${array(needless, 'uuid')})`)
  const kept = found.filter((fact) => !fact.needless).map(({ id }) => id)
  const states = await lockThings(tx, palaceId, 'fact', kept)
  await refuseRivals(tx, palaceId, kept, fromId, intoId)
  const moved = (end: unknown) => (end === fromId ? intoId : end)
  const targets = states.map(({ id, fields }) => ({
    id,
    fields: { subject_id: moved(fields['subject_id']), object_id: moved(fields['object_id']) },
  }))
  await changeThings(tx, change, 'fact', targets, new Map(states.map((state) => [state.id, state])))
  return [dropped, targets.length]
}

async function refuseRivals(tx: Db, palaceId: string, ids: string[], fromId: string, intoId: string): Promise<void> {
  const [rival] = await rows<{ predicate: string }>(
    tx,
    sql`select f.predicate from ${liveFacts} f
      join ${liveFacts} l on l.palace_id = f.palace_id and l.subject_id = ${intoId} and l.predicate = f.predicate
        and l.single_valued and tstzrange(l.valid_from, l.valid_to) && tstzrange(f.valid_from, f.valid_to)
      where f.palace_id = ${palaceId} and f.id = any(${array(ids, 'uuid')}) and f.subject_id = ${fromId} and f.single_valued
      limit 1`,
  )
  if (rival)
    throw new PalaceError('fact.overlaps', `both have another value for ${rival.predicate} at one time`, {
      help: 'End or delete one of the two facts, then merge again.',
      details: { predicate: rival.predicate },
    })
}

/** Moves an entity to the trash, with the facts that name it. */
export async function deleteEntity(
  tx: Db,
  change: Change,
  entity: string,
): Promise<{ row: EntityRow; entities: number; facts: number }> {
  const row = await getEntity(tx, { palaceId: change.palaceId, entity })
  await lockThings(tx, change.palaceId, 'entity', [row.id])
  const facts = await trashThings(tx, change, 'fact', sql`(subject_id = ${row.id} or object_id = ${row.id})`)
  return { row, entities: await trashThings(tx, change, 'entity', sql`id = ${row.id}`), facts }
}

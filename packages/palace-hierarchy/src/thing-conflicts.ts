import { array, type Db, rows, tables } from '@loci/store'
import { sql, type SQL } from 'drizzle-orm'
import { type Fields, type Thing, thingKinds, thingTable } from './things.ts'
import type { Reversal } from './undo.ts'

const { entities, rooms, liveFacts } = tables

/** When two live things `t` and `l` of a kind cannot both be there, as the constraints of their tables say. */
const clash: Record<Thing, { when: SQL; reason: string }> = {
  entity: { when: sql`l.name_key = t.name_key`, reason: 'another entity has its name' },
  tunnel: {
    when: sql`least(l.source_room_id, l.target_room_id) = least(t.source_room_id, t.target_room_id)
      and greatest(l.source_room_id, l.target_room_id) = greatest(t.source_room_id, t.target_room_id)`,
    reason: 'another tunnel joins these rooms',
  },
  fact: {
    when: sql`l.subject_id = t.subject_id and l.predicate = t.predicate
      and (l.object_id = t.object_id or l.single_valued and t.single_valued)
      and tstzrange(l.valid_from, l.valid_to) && tstzrange(t.valid_from, t.valid_to)`,
    reason: 'another fact says what holds in its time',
  },
}

/** What things of a kind would be, and which of the others would be in the way of each: reasons by id. */
export async function clashesWith(
  tx: Db,
  input: { palaceId: string; thing: Thing; coming: { id: string; fields: Fields }[]; leaving: string[] },
): Promise<Map<string, string>> {
  const { palaceId, thing, coming } = input
  if (coming.length === 0) return new Map()
  const table = thingTable(thing)
  const states = JSON.stringify(coming.map(({ id, fields }) => ({ ...fields, palace_id: palaceId, id })))
  const out = array([...coming.map(({ id }) => id), ...input.leaving], 'uuid')
  const found = await rows<{ id: string }>(
    tx,
    sql`with coming as (select * from jsonb_populate_recordset(null::${table}, ${states}::jsonb))
      select t.id from coming t where exists (
          select 1 from ${table} l where l.palace_id = ${palaceId} and l.deleted_at is null
            and not l.id = any(${out}) and ${clash[thing].when})
        or exists (select 1 from coming l where l.id < t.id and ${clash[thing].when})`,
  )
  return new Map(found.map(({ id }) => [id, clash[thing].reason]))
}

/** Tunnels, entities and facts that would be live beside one that excludes them. */
export async function clashingThings(tx: Db, palaceId: string, reversals: Reversal[]): Promise<Map<string, string>> {
  const reasons = new Map<string, string>()
  for (const thing of thingKinds) {
    const own = reversals.filter(({ entity }) => entity === thing)
    const coming = own
      .filter(({ gone, live, trashed }) => !gone && (live === true || !trashed))
      .map(({ id, now, fields }) => ({ id, fields: { ...now.fields, ...fields } }))
    const leaving = own.filter(({ gone }) => gone).map(({ id }) => id)
    for (const [id, reason] of await clashesWith(tx, { palaceId, thing, coming, leaving })) reasons.set(id, reason)
  }
  return reasons
}

/** Facts and tunnels that would be live while what they join is not. */
export async function thingsWithoutPlace(
  tx: Db,
  palaceId: string,
  reversals: Reversal[],
): Promise<Map<string, string>> {
  const ends: Partial<Record<Reversal['entity'], string[]>> = {
    fact: ['subject_id', 'object_id'],
    tunnel: ['source_room_id', 'target_room_id'],
  }
  const coming = reversals.filter(({ entity, gone, live }) => entity in ends && !gone && live === true)
  const endsOf = ({ entity, now, fields }: Reversal) =>
    (ends[entity] ?? []).map((end) => String({ ...now.fields, ...fields }[end]))
  const wanted = array([...new Set(coming.flatMap(endsOf))], 'uuid')
  if (coming.length === 0) return new Map()
  const held = await rows<{ id: string }>(
    tx,
    sql`select id from (select id from ${entities} where palace_id = ${palaceId} and id = any(${wanted})
        and deleted_at is null order by id for share) e
      union all select id from (select id from ${rooms} where palace_id = ${palaceId} and id = any(${wanted})
        and deleted_at is null order by id for share) r`,
  )
  const there = new Set(held.map(({ id }) => id))
  for (const { id, gone, live } of reversals) {
    if (gone) there.delete(id)
    else if (live === true) there.add(id)
  }
  return new Map(
    coming
      .filter((reversal) => !endsOf(reversal).every((end) => there.has(end)))
      .map(({ id }) => [id, 'what it joins is in the trash']),
  )
}

/** Entities that would go to the trash while facts that are not part of the undo name them. */
export async function abandonedEntities(tx: Db, palaceId: string, reversals: Reversal[]): Promise<Map<string, string>> {
  const gone = reversals.filter(({ gone: leaves }) => leaves)
  const idsOf = (thing: Thing) =>
    array(
      gone.filter(({ entity }) => entity === thing).map(({ id }) => id),
      'uuid',
    )
  if (!gone.some(({ entity }) => entity === 'entity')) return new Map()
  const found = await rows<{ id: string }>(
    tx,
    sql`select e.id from unnest(${idsOf('entity')}) as e (id) where exists (
      select 1 from ${liveFacts} f where f.palace_id = ${palaceId} and e.id in (f.subject_id, f.object_id)
        and not f.id = any(${idsOf('fact')}))`,
  )
  return new Map(found.map(({ id }) => [id, 'facts that came in since name it']))
}

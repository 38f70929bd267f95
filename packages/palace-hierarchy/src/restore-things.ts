import { PalaceError } from '@loci/contract'
import type { Change } from '@loci/revisions'
import { array, type Db, rows, tables } from '@loci/store'
import { sql } from 'drizzle-orm'
import { clashesWith } from './thing-conflicts.ts'
import { changeThings, lockThings, type Thing, thingKinds, type ThingState, thingTable } from './things.ts'

const { entities, rooms, wings } = tables

/** Tunnels, entities and facts that come back together, their rows locked. */
export type ThingPlan = Record<Thing, ThingState[]>

/** What a delete took of tunnels, entities and facts: one with what went with it, or all of a change set. */
export async function planThings(
  tx: Db,
  palaceId: string,
  { id, changeSet }: { id?: string | undefined; changeSet?: string | undefined },
): Promise<ThingPlan> {
  const plan: ThingPlan = { entity: [], fact: [], tunnel: [] }
  const namesIt = sql`${id ?? null}::uuid in (t.subject_id, t.object_id) and t.deleted_in = (
    select e.deleted_in from ${entities} e where e.palace_id = t.palace_id and e.id = ${id ?? null})`
  for (const thing of thingKinds) {
    const one = thing === 'fact' ? sql`(t.id = ${id ?? null} or ${namesIt})` : sql`t.id = ${id ?? null}`
    const found = await rows<{ id: string }>(
      tx,
      sql`select t.id from ${thingTable(thing)} t where t.palace_id = ${palaceId} and t.deleted_at is not null
        and ${id === undefined ? sql`t.deleted_in = ${changeSet}` : one}`,
    )
    const ids = found.map((row) => row.id)
    // trashed when they were looked for, which may have been before another's restore
    plan[thing] = (await lockThings(tx, palaceId, thing, ids)).filter(({ trashed }) => trashed)
  }
  return plan
}

/** Rooms, and their wings, that the tunnels of a plan join. */
export async function roomsOfTunnels(
  tx: Db,
  palaceId: string,
  plan: ThingPlan,
): Promise<{ room: string; wing: string }[]> {
  const ids = plan.tunnel.flatMap(({ fields }) => [String(fields['source_room_id']), String(fields['target_room_id'])])
  if (ids.length === 0) return []
  return rows<{ room: string; wing: string }>(
    tx,
    sql`select r.id as room, w.id as wing from ${rooms} r
      join ${wings} w on w.palace_id = r.palace_id and w.id = r.wing_id
      where r.palace_id = ${palaceId} and r.id = any(${array([...new Set(ids)], 'uuid')}) order by r.id`,
  )
}

/** Holds the entities that the facts of a plan name; those in the trash come back too, or `trash.parent_trashed`. */
export async function holdEntities(tx: Db, palaceId: string, plan: ThingPlan, bringParents: boolean): Promise<void> {
  const own = new Set(plan.entity.map(({ id }) => id))
  const named = plan.fact.flatMap(({ fields }) => [String(fields['subject_id']), String(fields['object_id'])])
  const outside = [...new Set(named)].filter((id) => !own.has(id))
  const held = await lockThings(tx, palaceId, 'entity', outside)
  const missing = held.filter(({ trashed }) => trashed)
  if (missing.length > 0 && !bringParents) {
    const names = missing.map(({ fields }) => String(fields['name']))
    throw new PalaceError('trash.parent_trashed', `it names ${names.join(', ')}, which is in the trash`, {
      details: { parents: names },
    })
  }
  plan.entity.push(...missing)
}

const refusals = {
  entity: 'entity.name_taken',
  fact: 'fact.overlaps',
  tunnel: 'tunnel.exists',
} as const

/** Brings the things of a plan back; refused when something that is live excludes one of them. */
export async function restoreThings(tx: Db, change: Change, plan: ThingPlan): Promise<Record<Thing, number>> {
  const counts = { entity: 0, fact: 0, tunnel: 0 }
  for (const thing of thingKinds) {
    const states = plan[thing]
    const clashes = await clashesWith(tx, { palaceId: change.palaceId, thing, coming: states, leaving: [] })
    const [reason] = clashes.values()
    if (reason !== undefined)
      throw new PalaceError(refusals[thing], reason, { details: { ids: [...clashes.keys()].slice(0, 5) } })
    const current = new Map(states.map((state) => [state.id, state]))
    const targets = states.map(({ id }) => ({ id, live: true }))
    counts[thing] = (await changeThings(tx, change, thing, targets, current)).length
  }
  return counts
}

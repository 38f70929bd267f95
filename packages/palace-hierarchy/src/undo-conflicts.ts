import type { Entity } from '@loci/revisions'
import { array, type Db, isSameText, rows, tables } from '@loci/store'
import { sql } from 'drizzle-orm'
import { abandonedEntities, clashingThings, thingsWithoutPlace } from './thing-conflicts.ts'
import type { Reversal } from './undo.ts'

const { rooms, wings, liveDrawers, liveRooms, liveWings } = tables

/** A thing that an undo leaves alone, and why. */
export interface Skip {
  entity: Entity
  id: string
  reason: string
}

/** Which reversals can be done together: each has a place that is there, a name that is free, and leaves nothing behind. */
export async function whatStandsInTheWay(
  tx: Db,
  palaceId: string,
  reversals: Reversal[],
  force: boolean,
): Promise<{ possible: Reversal[]; skips: Skip[] }> {
  const skips: Skip[] = []
  let possible = reversals
  const leaveOut = (reasons: ReadonlyMap<string, string>) => {
    for (const { entity, id } of possible) {
      const reason = reasons.get(id)
      if (reason !== undefined) skips.push({ entity, id, reason })
    }
    possible = possible.filter(({ id }) => !reasons.has(id))
    return reasons.size > 0
  }
  // leaving one thing out may stand in another's way
  for (;;) {
    if (leaveOut(await withoutPlace(tx, palaceId, possible))) continue
    if (leaveOut(await withTakenName(tx, palaceId, possible))) continue
    if (leaveOut(await thingsWithoutPlace(tx, palaceId, possible))) continue
    if (leaveOut(await clashingThings(tx, palaceId, possible))) continue
    if (!force && leaveOut(await notEmpty(tx, palaceId, possible))) continue
    if (!force && leaveOut(await abandonedEntities(tx, palaceId, possible))) continue
    return { possible, skips }
  }
}

/** What would be live in a place that is not. */
async function withoutPlace(tx: Db, palaceId: string, reversals: Reversal[]): Promise<Map<string, string>> {
  const byId = new Map(reversals.map((reversal) => [reversal.id, reversal]))
  const coming = reversals.filter(({ entity, gone }) => (entity === 'room' || entity === 'drawer') && !gone)
  const placeOf = ({ now, room_id, wing_id }: Reversal) => room_id ?? wing_id ?? now.room_id ?? now.wing_id ?? ''
  const moved = coming.filter(({ live, room_id, wing_id }) => live || room_id !== undefined || wing_id !== undefined)
  if (moved.length === 0) return new Map()
  const places = array([...new Set(moved.map(placeOf))], 'uuid')
  const held = await rows<{ id: string; live: boolean }>(
    tx,
    sql`select id, deleted_at is null as live from (
        select id, deleted_at from ${wings} where palace_id = ${palaceId} and id = any(${places}) order by id for share) w
      union all
      select id, deleted_at is null from (
        select id, deleted_at from ${rooms} where palace_id = ${palaceId} and id = any(${places}) order by id for share) r`,
  )
  const live = new Set(held.filter((place) => place.live).map(({ id }) => id))
  const willBe = (id: string) => {
    const reversal = byId.get(id)
    if (reversal === undefined) return live.has(id)
    return reversal.gone ? false : live.has(id) || reversal.live === true
  }
  return new Map(
    moved
      .filter((reversal) => !willBe(placeOf(reversal)))
      .map(({ id, entity }) => [id, `the ${entity === 'drawer' ? 'room' : 'wing'} it was in is in the trash`]),
  )
}

/** What would get a name that another one has. */
async function withTakenName(tx: Db, palaceId: string, reversals: Reversal[]): Promise<Map<string, string>> {
  const naming = reversals.filter(
    ({ gone, live, name, room_id, wing_id }) =>
      !gone && (live || name !== undefined || room_id !== undefined || wing_id !== undefined),
  )
  const leaving = new Set([...reversals.filter(({ gone }) => gone), ...naming].map(({ id }) => id))
  const blocked = new Map<string, string>()
  const levels = [
    ['wing', liveWings, sql`true`, sql`null::uuid`],
    ['room', liveRooms, sql`l.wing_id = t.place`, sql`l.wing_id`],
    ['drawer', liveDrawers, sql`l.room_id = t.place`, sql`l.room_id`],
  ] as const
  for (const [kind, live, beside] of levels) {
    const wanted = naming
      .filter(({ entity }) => entity === kind)
      .map((one) => ({
        id: one.id,
        name: one.name === undefined ? one.now.name : one.name,
        place: one.room_id ?? one.wing_id ?? one.now.room_id ?? one.now.wing_id,
      }))
      .filter(({ name }) => name !== null)
    if (wanted.length === 0) continue
    const found = await rows<{ id: string; other: string }>(
      tx,
      sql`select t.id, l.id as other
        from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as t (id uuid, name text, place uuid)
        join ${live} l on l.palace_id = ${palaceId} and ${isSameText(sql`l.name`, sql`t.name`)} and ${beside} and l.id <> t.id`,
    )
    const taken = found.filter(({ other }) => !leaving.has(other)).map(({ id }) => id)
    const seen = new Set<string>()
    for (const { id, name, place } of wanted) {
      const key = `${place}/${name}`
      if (seen.has(key)) taken.push(id)
      seen.add(key)
    }
    for (const id of taken) blocked.set(id, `another ${kind} has its name`)
  }
  return blocked
}

/** Rooms and wings that would go to the trash with something in them that is not part of the undo. */
async function notEmpty(tx: Db, palaceId: string, reversals: Reversal[]): Promise<Map<string, string>> {
  const goneOf = (kind: Entity) => reversals.filter(({ entity, gone }) => entity === kind && gone).map(({ id }) => id)
  const [goneWings, goneRooms] = [goneOf('wing'), goneOf('room')]
  if (goneWings.length + goneRooms.length === 0) return new Map()
  const leaving = reversals
    .filter(({ gone, room_id, wing_id }) => gone || room_id !== undefined || wing_id !== undefined)
    .map(({ id }) => id)
  const found = await rows<{ id: string; kind: string }>(
    tx,
    sql`select distinct room_id as id, 'drawers' as kind from ${liveDrawers}
        where palace_id = ${palaceId} and room_id = any(${array(goneRooms, 'uuid')})
          and not id = any(${array(leaving, 'uuid')})
      union all
      select distinct wing_id, 'rooms' from ${liveRooms}
        where palace_id = ${palaceId} and wing_id = any(${array(goneWings, 'uuid')})
          and not id = any(${array(leaving, 'uuid')})`,
  )
  return new Map(found.map(({ id, kind }) => [id, `it holds ${kind} that came in since`]))
}

import { type Db, rows, tables } from '@loci/store'
import { sql, type SQL } from 'drizzle-orm'

const { deletedHallways, liveDrawers, liveEntities, liveFacts, liveRooms, liveWings } = tables

/** Two entities that drawers of a wing name together. */
export interface HallwayRow {
  /** Made of the wing and the two, so that it is the same as long as they are. */
  id: string
  wing: string
  entity_a: string
  entity_b: string
  /** How many drawers name both, each counted once. */
  co_occurrence_count: number
  rooms: string[]
}

/** Which entities a drawer names, as its facts say. */
export const mentions = (palaceId: string): SQL => sql`(
  select f.source_drawer_id as drawer_id, f.subject_id as entity_id from ${liveFacts} f
  where f.palace_id = ${palaceId} and f.source_drawer_id is not null
  union
  select f.source_drawer_id, f.object_id from ${liveFacts} f
  where f.palace_id = ${palaceId} and f.source_drawer_id is not null)`

/** The hallways of the palace or of one wing, those with the most drawers first. Computed when asked, so never stale. */
export function listHallways(
  db: Db,
  {
    palaceId,
    wingId,
    id,
    limit,
  }: { palaceId: string; wingId?: string | undefined; id?: string | undefined; limit: number },
): Promise<HallwayRow[]> {
  const inWing = wingId === undefined ? sql`` : sql`and w.id = ${wingId}`
  const one = id === undefined ? sql`` : sql`and h.id = ${id}`
  return rows<HallwayRow>(
    db,
    sql`with mentions as materialized ${mentions(palaceId)},
      pairs as (
        select w.id as wing_id, w.name as wing, a.entity_id as a_id, b.entity_id as b_id,
          count(distinct d.id)::int as co_occurrence_count, array_agg(distinct r.name order by r.name) as rooms
        from mentions a join mentions b on b.drawer_id = a.drawer_id and a.entity_id < b.entity_id
        join ${liveDrawers} d on d.palace_id = ${palaceId} and d.id = a.drawer_id
        join ${liveRooms} r on r.palace_id = d.palace_id and r.id = d.room_id
        join ${liveWings} w on w.palace_id = r.palace_id and w.id = r.wing_id ${inWing}
        group by w.id, w.name, a.entity_id, b.entity_id),
      h as (
        select md5(p.wing_id::text || p.a_id::text || p.b_id::text)::uuid as id, p.*, a.name as entity_a, b.name as entity_b
        from pairs p
        join ${liveEntities} a on a.palace_id = ${palaceId} and a.id = p.a_id
        join ${liveEntities} b on b.palace_id = ${palaceId} and b.id = p.b_id)
      select h.id, h.wing, h.entity_a, h.entity_b, h.co_occurrence_count, h.rooms from h
      where not exists (select 1 from ${deletedHallways} x where x.palace_id = ${palaceId} and x.id = h.id) ${one}
      order by h.co_occurrence_count desc, h.wing, h.entity_a, h.entity_b limit ${limit}`,
  )
}

/** Lets a hallway show no more, whatever is filed. False when there is none of that id. */
export async function deleteHallway(tx: Db, palaceId: string, id: string): Promise<boolean> {
  const [row] = await listHallways(tx, { palaceId, id, limit: 1 })
  if (!row) return false
  await tx.insert(deletedHallways).values({ palaceId, id }).onConflictDoNothing()
  return true
}

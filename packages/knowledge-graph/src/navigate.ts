import { type Db, rows, tables } from '@loci/store'
import { sql, type SQL } from 'drizzle-orm'
import { mentions } from './hallways.ts'

const { liveDrawers, liveRooms, liveTunnels, liveWings } = tables

// names that many wings have without having anything to do with each other
const commonNames = sql`('general', 'diary')`

/** Edges between rooms, both ways: tunnels, one name in two wings, an entity that drawers of both name. */
const edges = (palaceId: string): SQL => sql`
  select source_room_id as from_id, target_room_id as to_id, 'tunnel' as kind, label from ${liveTunnels}
  where palace_id = ${palaceId}
  union all
  select target_room_id, source_room_id, 'tunnel', label from ${liveTunnels} where palace_id = ${palaceId}
  union all
  select a.id, b.id, 'name', a.name from ${liveRooms} a
  join ${liveRooms} b on b.palace_id = a.palace_id and b.name = a.name and b.wing_id <> a.wing_id
  where a.palace_id = ${palaceId} and a.name not in ${commonNames}
  union all
  select distinct a.room_id, b.room_id, 'entity', e.name
  from named a join named b on b.entity_id = a.entity_id and b.room_id <> a.room_id
  join ${tables.liveEntities} e on e.palace_id = ${palaceId} and e.id = a.entity_id`

/** The rooms whose drawers name an entity. */
const named = (palaceId: string): SQL => sql`
  select distinct d.room_id, m.entity_id from ${mentions(palaceId)} m
  join ${liveDrawers} d on d.palace_id = ${palaceId} and d.id = m.drawer_id`

export interface ReachedRoom {
  room_id: string
  room: string
  wing: string
  /** How many drawers it holds. */
  count: number
  /** How many steps away it is; 0 is the start. */
  hop: number
  /** What led there: kinds of edge with their names, such as `tunnel: queue choice`. */
  connected_via: string[]
}

/** Rooms that can be reached in so many steps, nearest first; at most `limit`. */
export async function traverse(
  db: Db,
  input: { palaceId: string; roomId: string; maxHops: number; limit: number },
): Promise<ReachedRoom[]> {
  const { palaceId, roomId } = input
  return rows<ReachedRoom>(
    db,
    sql`with recursive named as materialized (${named(palaceId)}),
      edges as materialized (${edges(palaceId)}),
      walk as (
        select ${roomId}::uuid as id, 0 as hop
        union
        select e.to_id, w.hop + 1 from walk w join edges e on e.from_id = w.id where w.hop < ${input.maxHops}::int),
      reached as (select id, min(hop) as hop from walk group by id)
      select r.id as room_id, r.name as room, w.name as wing, n.hop,
        (select count(*)::int from ${liveDrawers} d where d.palace_id = r.palace_id and d.room_id = r.id) as count,
        array(
          select distinct e.kind || case when e.label = '' then '' else ': ' || e.label end
          from edges e join reached b on b.id = e.from_id and b.hop = n.hop - 1 where e.to_id = r.id order by 1) as connected_via
      from reached n
      join ${liveRooms} r on r.palace_id = ${palaceId} and r.id = n.id
      join ${liveWings} w on w.palace_id = r.palace_id and w.id = r.wing_id
      order by n.hop, w.name, r.name limit ${input.limit}`,
  )
}

/** A room name that bridges wings: it stands in more than one, or a tunnel leads out of it. */
export interface Bridge {
  room: string
  wings: string[]
  tunnels: number
  count: number
  recent: Date | null
}

/** Rooms that bridge two wings, those with the most drawers first; only bridges between the wings that are given. */
export async function findBridges(
  db: Db,
  input: { palaceId: string; wingA?: string | undefined; wingB?: string | undefined; limit: number },
): Promise<Bridge[]> {
  const { palaceId } = input
  const wanted = [input.wingA, input.wingB].filter((id) => id !== undefined)
  const found = await rows<Bridge>(
    db,
    sql`with spans as (
        select r.name as room, r.id as room_id, r.wing_id, null::uuid as tunnel from ${liveRooms} r
        where r.palace_id = ${palaceId} and r.name not in ${commonNames} and exists (
          select 1 from ${liveRooms} o where o.palace_id = r.palace_id and o.name = r.name and o.wing_id <> r.wing_id)
        union
        select s.name, r.id, r.wing_id, t.id from ${liveTunnels} t
        join ${liveRooms} s on s.palace_id = t.palace_id and s.id in (t.source_room_id, t.target_room_id)
        join ${liveRooms} r on r.palace_id = t.palace_id and r.id in (t.source_room_id, t.target_room_id)
        where t.palace_id = ${palaceId})
      select s.room, array_agg(distinct w.name order by w.name) as wings, count(distinct s.tunnel)::int as tunnels,
        sum(coalesce(d.count, 0)) filter (where s.first)::int as count, max(d.recent) as recent
      from (select *, row_number() over (partition by room, room_id order by tunnel) = 1 as first from spans) s
      join ${liveWings} w on w.palace_id = ${palaceId} and w.id = s.wing_id
      left join lateral (
        select count(*) as count, max(created_at) as recent from ${liveDrawers} d
        where d.palace_id = ${palaceId} and d.room_id = s.room_id) d on true
      group by s.room
      having count(distinct s.wing_id) > 1 ${sql.join(
        wanted.map((id) => sql`and bool_or(s.wing_id = ${id})`),
        sql` `,
      )}
      order by count desc nulls last, s.room limit ${input.limit}`,
  )
  return found.map((row) => ({ ...row, recent: row.recent === null ? null : new Date(row.recent) }))
}

export interface GraphStats {
  total_rooms: number
  tunnel_rooms: number
  total_edges: number
  rooms_per_wing: Record<string, number>
}

/** How many rooms there are, how many of them lead to another wing, and how many pairs are joined. */
export async function graphStats(db: Db, palaceId: string): Promise<GraphStats> {
  const [row] = await rows<GraphStats>(
    db,
    sql`with named as materialized (${named(palaceId)}),
      joined as (
        select distinct least(e.from_id, e.to_id) as a, greatest(e.from_id, e.to_id) as b from (${edges(palaceId)}) e),
      ends as (
        select j.a, j.b, ra.wing_id <> rb.wing_id as crosses from joined j
        join ${liveRooms} ra on ra.palace_id = ${palaceId} and ra.id = j.a
        join ${liveRooms} rb on rb.palace_id = ${palaceId} and rb.id = j.b)
      select (select count(*)::int from ${liveRooms} where palace_id = ${palaceId}) as total_rooms,
        (select count(*)::int from ends) as total_edges,
        (select count(distinct id)::int from (select a as id from ends where crosses union select b from ends where crosses) t)
          as tunnel_rooms,
        coalesce((select jsonb_object_agg(w.name, c.count) from (
            select wing_id, count(*)::int as count from ${liveRooms} where palace_id = ${palaceId} group by wing_id) c
          join ${liveWings} w on w.palace_id = ${palaceId} and w.id = c.wing_id), '{}') as rooms_per_wing`,
  )
  if (row) return row
  throw new Error('a count gave no row')
}

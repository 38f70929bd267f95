import { PalaceError } from '@loci/contract'
import type { Entity } from '@loci/revisions'
import { type Db, rows, tables } from '@loci/store'
import { sql, type SQL } from 'drizzle-orm'

const { changeSets, drawers, entities, facts, graphThings, rooms, tunnels, wings } = tables

/** Something in the trash: where it was, and what brought it there. */
export interface TrashedRow {
  type: Entity
  id: string
  name: string | null
  address: string
  deleted_at: Date
  change_set: string
  actor: string
  channel: string
  session: string | null
  operation: string
  /** What went with it in the same delete. */
  rooms: number
  drawers: number
  facts: number
  /** What it was in that is in the trash as well. */
  parents: string[]
}

export interface TrashFilter {
  palaceId: string
  actor?: string | undefined
  type?: Entity | undefined
  /** Only what was in the wing of this name or id. */
  wing?: string | undefined
  since?: Date | undefined
  until?: Date | undefined
  /** All that one change set took, not only the topmost things. */
  changeSet?: string | undefined
  id?: string | undefined
}

/** What was deleted, newest first; what went with something larger shows as its count. */
export async function listTrash(
  db: Db,
  { after, limit, ...filter }: TrashFilter & { after?: { at: string; id: string } | undefined; limit: number },
): Promise<TrashedRow[]> {
  const beyond =
    after === undefined ? sql`true` : sql`(t.deleted_at, t.id) < (${after.at}::timestamptz, ${after.id}::uuid)`
  const found = await rows<TrashedRow>(
    db,
    sql`with page as (
        select t.*, c.actor, c.channel, c.session, c.operation
        from (${trashed(filter.palaceId)}) t
        join ${changeSets} c on c.palace_id = ${filter.palaceId} and c.id = t.change_set
        where ${matches(filter)} and ${beyond}
        order by t.deleted_at desc, t.id desc limit ${limit})
      select page.type, page.id, page.name, page.address, page.deleted_at, page.change_set, page.parents,
        page.actor, page.channel, page.session, page.operation,
        (select count(*)::int from ${rooms} r where page.type = 'wing' and r.palace_id = ${filter.palaceId}
          and r.wing_id = page.id and r.deleted_in = page.change_set) as rooms,
        (select count(*)::int from ${drawers} d where page.type in ('wing', 'room') and d.palace_id = ${filter.palaceId}
          and d.deleted_in = page.change_set and d.room_id in (
            select r.id from ${rooms} r where r.palace_id = ${filter.palaceId}
              and (r.id = page.id or r.wing_id = page.id))) as drawers,
        (select count(*)::int from ${facts} f where page.type = 'entity' and f.palace_id = ${filter.palaceId}
          and page.id in (f.subject_id, f.object_id) and f.deleted_in = page.change_set) as facts
      from page order by page.deleted_at desc, page.id desc`,
  )
  return found.map((row) => ({ ...row, deleted_at: new Date(row.deleted_at) }))
}

/** One thing of the trash, or `trash.not_found`. */
export async function getTrashed(db: Db, input: { palaceId: string; id: string }): Promise<TrashedRow> {
  const [row] = await listTrash(db, { ...input, limit: 1 })
  return row ?? notInTrash(input.id)
}

/** Whether the trash holds anything that went there more than so many days ago. */
export async function trashedBefore(db: Db, { palaceId, days }: { palaceId: string; days: number }): Promise<boolean> {
  const old = sql`palace_id = ${palaceId}
    and deleted_at < now() - make_interval(secs => ${days * 86_400}::double precision)`
  const [row] = await rows<{ any: boolean }>(
    db,
    sql`select exists (select 1 from ${drawers} where ${old}) or exists (select 1 from ${rooms} where ${old})
      or exists (select 1 from ${wings} where ${old}) or exists (select 1 from ${tunnels} where ${old})
      or exists (select 1 from ${facts} where ${old}) or exists (select 1 from ${entities} where ${old}) as any`,
  )
  return row?.any ?? false
}

export function notInTrash(id: string): never {
  throw new PalaceError('trash.not_found', `the trash does not hold ${id}`, { details: { id } })
}

function matches({ actor, type, wing, since, until, changeSet, id }: TrashFilter): SQL {
  const conditions = [
    ...(actor === undefined ? [] : [sql`c.actor = ${actor}`]),
    ...(type === undefined ? [] : [sql`t.type = ${type}`]),
    ...(wing === undefined
      ? []
      : [sql`(${wing.normalize('NFC')} = any(t.wing_names) or lower(${wing}) = any(t.wing_ids::text[]))`]),
    ...(since === undefined ? [] : [sql`t.deleted_at >= ${since.toISOString()}::timestamptz`]),
    ...(until === undefined ? [] : [sql`t.deleted_at < ${until.toISOString()}::timestamptz`]),
    ...(id === undefined ? [] : [sql`t.id = ${id}`]),
    changeSet === undefined ? (id === undefined ? sql`t.topmost` : sql`true`) : sql`t.change_set = ${changeSet}`,
  ]
  return sql.join(conditions, sql` and `)
}

const trashed = (palaceId: string): SQL => sql`
  select 'wing' as type, w.id, w.name, w.name as address, array[w.id] as wing_ids, array[w.name] as wing_names, w.deleted_at,
    w.deleted_in as change_set, true as topmost, array[]::text[] as parents
  from ${wings} w where w.palace_id = ${palaceId} and w.deleted_at is not null
  union all
  select 'room', r.id, r.name, w.name || '/' || r.name, array[w.id], array[w.name], r.deleted_at,
    r.deleted_in, w.deleted_in is distinct from r.deleted_in,
    case when w.deleted_at is null then '{}' else array[w.name] end
  from ${rooms} r join ${wings} w on w.palace_id = r.palace_id and w.id = r.wing_id
  where r.palace_id = ${palaceId} and r.deleted_at is not null
  union all
  select 'drawer', d.id, d.name, w.name || '/' || r.name || '/' || coalesce(d.name, d.id::text), array[w.id], array[w.name], d.deleted_at,
    d.deleted_in, r.deleted_in is distinct from d.deleted_in,
    case when w.deleted_at is null then '{}' else array[w.name] end
      || case when r.deleted_at is null then '{}' else array[w.name || '/' || r.name] end
  from ${drawers} d
  join ${rooms} r on r.palace_id = d.palace_id and r.id = d.room_id
  join ${wings} w on w.palace_id = r.palace_id and w.id = r.wing_id
  where d.palace_id = ${palaceId} and d.deleted_at is not null
  union all
  select g.entity, g.id, case g.entity when 'entity' then g.address end, g.address, g.wing_ids, g.wing_names, g.deleted_at,
    g.deleted_in, g.entity <> 'fact' or not exists (
      select 1 from ${facts} f join ${entities} e on e.palace_id = f.palace_id and e.id in (f.subject_id, f.object_id)
      where f.palace_id = g.palace_id and f.id = g.id and e.deleted_in = g.deleted_in),
    case g.entity
      when 'fact' then array(select e.name from ${facts} f
        join ${entities} e on e.palace_id = f.palace_id and e.id in (f.subject_id, f.object_id)
        where f.palace_id = g.palace_id and f.id = g.id and e.deleted_at is not null order by e.name)
      when 'tunnel' then array(select w.name || '/' || r.name from ${tunnels} t
        join ${rooms} r on r.palace_id = t.palace_id and r.id in (t.source_room_id, t.target_room_id)
        join ${wings} w on w.palace_id = r.palace_id and w.id = r.wing_id
        where t.palace_id = g.palace_id and t.id = g.id and r.deleted_at is not null order by 1)
      else '{}' end
  from ${graphThings} g where g.palace_id = ${palaceId} and g.deleted_at is not null`

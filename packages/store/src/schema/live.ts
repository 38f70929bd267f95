import { and, isNull, sql, type SQL } from 'drizzle-orm'
import { boolean, text, uuid } from 'drizzle-orm/pg-core'
import { entities, facts, tunnels } from './graph.ts'
import { drawers, rooms, wings } from './hierarchy.ts'
import { instant, loci, palaceId } from './palaces.ts'

// the one place that hides the trash: whatever shows the palace reads these, never the tables

export const liveWings = loci
  .view('live_wings')
  .as((query) => query.select().from(wings).where(isNull(wings.deletedAt)))

export const liveRooms = loci
  .view('live_rooms')
  .as((query) => query.select().from(rooms).where(isNull(rooms.deletedAt)))

export const liveDrawers = loci
  .view('live_drawers')
  .as((query) => query.select().from(drawers).where(isNull(drawers.deletedAt)))

export const liveTunnels = loci.view('live_tunnels').as((query) =>
  query
    .select()
    .from(tunnels)
    .where(
      and(
        isNull(tunnels.deletedAt),
        sql`exists (select 1 from ${rooms} s where s.palace_id = ${tunnels.palaceId} and s.id = ${tunnels.sourceRoomId} and s.deleted_at is null)`,
        sql`exists (select 1 from ${rooms} t where t.palace_id = ${tunnels.palaceId} and t.id = ${tunnels.targetRoomId} and t.deleted_at is null)`,
      ),
    ),
)

export const liveEntities = loci
  .view('live_entities')
  .as((query) => query.select().from(entities).where(isNull(entities.deletedAt)))

export const liveFacts = loci
  .view('live_facts')
  .as((query) => query.select().from(facts).where(isNull(facts.deletedAt)))

const entityName = (id: SQL): SQL =>
  sql`(select e.name from ${entities} e where e.palace_id = f.palace_id and e.id = ${id})`
const roomOf = (id: SQL, what: SQL): SQL =>
  sql`(select ${what} from ${rooms} r where r.palace_id = t.palace_id and r.id = ${id})`
const wingOf = (roomId: SQL, column: 'id' | 'name'): SQL =>
  roomOf(
    roomId,
    sql`(select w.${sql.raw(column)} from ${wings} w where w.palace_id = r.palace_id and w.id = r.wing_id)`,
  )

/** What tunnels, entities and facts have in common, those of the trash too: where each is in words, and in which wings. */
export const graphThings = loci
  .view('graph_things', {
    palaceId: palaceId(),
    entity: text('entity').notNull(),
    id: uuid('id').notNull(),
    wingIds: uuid('wing_ids').array().notNull(),
    wingNames: text('wing_names').array().notNull(),
    address: text('address').notNull(),
    deletedAt: instant('deleted_at'),
    deletedIn: uuid('deleted_in'),
    isThere: boolean('is_there').notNull(),
  })
  // by look-ups of single rows and not by joins, which are planned as scans where nobody has counted the rows yet
  .as(
    sql`select t.palace_id, 'tunnel' as entity, t.id, array[${wingOf(sql`t.source_room_id`, 'id')}, ${wingOf(sql`t.target_room_id`, 'id')}] as wing_ids,
        array[${wingOf(sql`t.source_room_id`, 'name')}, ${wingOf(sql`t.target_room_id`, 'name')}] as wing_names,
        ${wingOf(sql`t.source_room_id`, 'name')} || '/' || ${roomOf(sql`t.source_room_id`, sql`r.name`)} || ' <> ' ||
          ${wingOf(sql`t.target_room_id`, 'name')} || '/' || ${roomOf(sql`t.target_room_id`, sql`r.name`)} as address,
        t.deleted_at, t.deleted_in,
        t.deleted_at is null and ${roomOf(sql`t.source_room_id`, sql`r.deleted_at is null`)}
          and ${roomOf(sql`t.target_room_id`, sql`r.deleted_at is null`)} as is_there
      from ${tunnels} t
      union all
      select e.palace_id, 'entity', e.id, array[]::uuid[], array[]::text[], e.name, e.deleted_at, e.deleted_in, e.deleted_at is null
      from ${entities} e
      union all
      select f.palace_id, 'fact', f.id, array[]::uuid[], array[]::text[],
        ${entityName(sql`f.subject_id`)} || ' ' || f.predicate || ' ' || ${entityName(sql`f.object_id`)}, f.deleted_at,
        f.deleted_in, f.deleted_at is null
      from ${facts} f`,
  )

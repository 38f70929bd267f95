import { tables } from '@loci/store'
import { sql, type SQL } from 'drizzle-orm'

const { changeSets, revisions } = tables

/** When to look at the palace. */
export interface Moment {
  palaceId: string
  at: Date
}

/** The latest value that a field was given, as JSON. */
const latest = (field: string): SQL =>
  sql`(array_agg(v.after -> ${sql.raw(`'${field}'`)} order by v.number desc) filter (where v.after ? ${sql.raw(`'${field}'`)}))[1]`
const text = (field: string): SQL => sql`${latest(field)} #>> '{}'`

/** Things of a kind that were live at that time and are not purged, with the fields that the revisions had given them. */
const folded = ({ palaceId, at }: Moment, entity: 'wing' | 'room' | 'drawer', fields: SQL): SQL => sql`(
  select v.palace_id, v.entity_id as id, max(v.number)::int as revision, min(c.at) as created_at,
    max(c.at) filter (where v.kind not in ('trash', 'restore')) as updated_at, ${text('name')} as name, ${fields}
  from ${revisions} v join ${changeSets} c on c.palace_id = v.palace_id and c.id = v.change_set_id
  where v.palace_id = ${palaceId} and v.entity = ${sql.raw(`'${entity}'`)} and c.at <= ${at.toISOString()}::timestamptz
  group by v.palace_id, v.entity_id
  having not bool_or(v.purged is not null) and (array_agg(v.kind order by v.number desc)
    filter (where v.kind in ('create', 'trash', 'restore', 'purge')))[1] in ('create', 'restore'))`

/** The wings of that time. */
export const pastWings = (moment: Moment): SQL =>
  folded(moment, 'wing', sql`coalesce(${text('description')}, '') as description`)

/** The rooms of that time, with the id of the wing that each was in. */
export const pastRooms = (moment: Moment): SQL =>
  folded(
    moment,
    'room',
    sql`coalesce(${text('description')}, '') as description, (${text('wing_id')})::uuid as wing_id`,
  )

/** The drawers of that time, without their texts: `text_of` is the revision that has it. */
export const pastDrawers = (moment: Moment): SQL => sql`(
  select d.palace_id, d.id, d.revision, d.created_at, d.updated_at, d.name, d.room_id, d.added_by, d.content_hash, d.text_of,
    array(select jsonb_array_elements_text(d.tags)) as tags,
    d.source ->> 'uri' as source_uri, d.source ->> 'kind' as source_kind, d.source ->> 'document' as source_document,
    (d.source ->> 'position')::int as source_position, d.source ->> 'author' as author,
    (d.source ->> 'authored_at')::timestamptz as authored_at
  from ${folded(
    moment,
    'drawer',
    sql`(${text('room_id')})::uuid as room_id, ${text('added_by')} as added_by, ${text('content_hash')} as content_hash,
      ${latest('tags')} as tags, ${latest('source')} as source, max(v.number) filter (where v.content is not null) as text_of`,
  )} d)`

/** A drawer `live_drawers` of that time with its room `r`, its wing `w` and the revision `t` that has its text. */
export const placedDrawers = (moment: Moment): SQL => sql`
  ${pastDrawers(moment)} live_drawers
  join ${pastRooms(moment)} r on r.palace_id = live_drawers.palace_id and r.id = live_drawers.room_id
  join ${pastWings(moment)} w on w.palace_id = r.palace_id and w.id = r.wing_id
  join ${revisions} t on t.palace_id = live_drawers.palace_id and t.entity_id = live_drawers.id
    and t.number = live_drawers.text_of`

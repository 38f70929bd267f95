import { type Db, rows, tables } from '@loci/store'
import { sql, type SQL } from 'drizzle-orm'
import { factColumns, factRows, type FactRow, placedFacts } from './fact-rows.ts'

const { changeSets, facts, liveEntities, liveFacts, revisions } = tables

export type Direction = 'outgoing' | 'incoming' | 'both'

export interface FactFilter {
  palaceId: string
  entityId?: string | undefined
  direction?: Direction | undefined
  /** Only what holds at this instant. */
  asOf?: Date | undefined
  /** As the palace knew it at this instant: what was recorded later does not count. */
  knownAt?: Date | undefined
}

/** Facts, earliest first and those without a beginning last; `after` is where the page before ended. */
export function queryFacts(
  db: Db,
  { after, limit, ...filter }: FactFilter & { after?: { from: string; id: string } | undefined; limit: number },
): Promise<FactRow[]> {
  const beyond =
    after === undefined
      ? sql``
      : sql`and (coalesce(f.valid_from, 'infinity'), f.id) > (${after.from}::timestamptz, ${after.id}::uuid)`
  return factRows(
    db,
    sql`select ${factColumns} from ${placedFacts(filter.palaceId, relation(filter))} where ${matches(filter)} ${beyond}
      order by coalesce(f.valid_from, 'infinity'), f.id limit ${limit}`,
  )
}

/** How many facts there are. */
export async function countFacts(db: Db, filter: FactFilter): Promise<number> {
  const [row] = await rows<{ count: number }>(
    db,
    sql`select count(*)::int as count from ${placedFacts(filter.palaceId, relation(filter))} where ${matches(filter)}`,
  )
  return row?.count ?? 0
}

function matches({ palaceId, entityId, direction = 'both', asOf }: FactFilter): SQL {
  const at = asOf?.toISOString()
  const about = {
    outgoing: sql`f.subject_id = ${entityId}`,
    incoming: sql`f.object_id = ${entityId}`,
    both: sql`(f.subject_id = ${entityId} or f.object_id = ${entityId})`,
  }[direction]
  const conditions = [
    sql`f.palace_id = ${palaceId}`,
    ...(entityId === undefined ? [] : [about]),
    ...(at === undefined
      ? []
      : [
          sql`(f.valid_from is null or f.valid_from <= ${at}::timestamptz)`,
          sql`(f.valid_to is null or f.valid_to > ${at}::timestamptz)`,
        ]),
  ]
  return sql.join(conditions, sql` and `)
}

/** The facts of now, or folded from the revisions that were written by then. */
function relation({ palaceId, entityId, knownAt }: FactFilter): SQL {
  if (knownAt === undefined) return sql`${liveFacts}`
  const at = knownAt.toISOString()
  const about = entityId === undefined ? sql`true` : sql`(t.subject_id = ${entityId} or t.object_id = ${entityId})`
  return sql`(
    select p.* from ${facts} t
    cross join lateral (
      select (array_agg(v.kind order by v.number desc) filter (where v.kind <> 'meta'))[1] as life
      from ${revisions} v join ${changeSets} c on c.palace_id = v.palace_id and c.id = v.change_set_id
      where v.palace_id = t.palace_id and v.entity_id = t.id and c.at <= ${at}::timestamptz) l
    cross join lateral (
      select jsonb_object_agg(k.key, k.value) as fields from (
        select distinct on (e.key) e.key, e.value
        from ${revisions} v join ${changeSets} c on c.palace_id = v.palace_id and c.id = v.change_set_id
        cross join lateral jsonb_each(v.after) e
        where v.palace_id = t.palace_id and v.entity_id = t.id and c.at <= ${at}::timestamptz
        order by e.key, v.number desc) k) s
    cross join lateral jsonb_populate_record(t, s.fields) p
    where t.palace_id = ${palaceId} and ${about} and l.life in ('create', 'restore'))`
}

export interface FactCounts {
  entities: number
  triples: number
  current_facts: number
  expired_facts: number
  upcoming_facts: number
  relationship_types: string[]
}

/** How many entities and facts there are, and which predicates. */
export async function countGraph(db: Db, palaceId: string): Promise<FactCounts> {
  const [row] = await rows<FactCounts>(
    db,
    sql`select (select count(*)::int from ${liveEntities} where palace_id = ${palaceId}) as entities,
        count(*)::int as triples,
        count(*) filter (where valid_to <= now())::int as expired_facts,
        count(*) filter (where valid_from > now())::int as upcoming_facts,
        count(*) filter (where (valid_from is null or valid_from <= now()) and (valid_to is null or valid_to > now()))::int
          as current_facts,
        coalesce(array_agg(distinct predicate order by predicate), '{}') as relationship_types
      from ${liveFacts} where palace_id = ${palaceId}`,
  )
  if (row) return row
  throw new Error('a count gave no row')
}

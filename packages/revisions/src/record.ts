import { type Db, rows, tables } from '@loci/store'
import { sql, type SQL } from 'drizzle-orm'
import type { Change } from './change-set.ts'

const { revisions: table } = tables
// a statement takes 65,535 parameters
const mostAtOnce = 1000

export type Entity = 'wing' | 'room' | 'drawer' | 'tunnel' | 'entity' | 'fact'
export type RevisionKind = 'create' | 'text' | 'meta' | 'move' | 'trash' | 'restore' | 'purge'

export interface NewRevision {
  entity: Entity
  entityId: string
  /** The number that the entity's own row carries from now on. */
  number: number
  kind: RevisionKind
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  /** The whole text, for revisions that set it. */
  content?: string
  /** The number of an earlier revision whose text it sets again, instead of `content`. */
  contentOf?: number
}

/** Writes what became of entities whose rows this transaction holds. */
export async function record(tx: Db, change: Change, revisions: NewRevision[]): Promise<void> {
  if (revisions.length === 0) return
  const { palaceId, id: changeSetId } = change
  const given = revisions.filter(({ contentOf }) => contentOf === undefined)
  for (let at = 0; at < given.length; at += mostAtOnce) {
    const part = given.slice(at, at + mostAtOnce)
    await tx.insert(table).values(part.map(({ contentOf: _, ...revision }) => ({ palaceId, changeSetId, ...revision })))
  }
  await recordAgain(
    tx,
    change,
    revisions.filter(({ contentOf }) => contentOf !== undefined),
  )
  change.revisions += revisions.length
  for (const { entity, kind } of revisions) change.kinds.add(`${entity}.${kind}`)
}

/** Revisions that set a text which stands in the history, copied where it is. */
async function recordAgain(tx: Db, change: Change, revisions: NewRevision[]): Promise<void> {
  if (revisions.length === 0) return
  const given = revisions.map(({ entity, entityId, number, kind, before, contentOf }) => ({
    entity,
    entity_id: entityId,
    number,
    kind,
    before,
    content_of: contentOf,
  }))
  await tx.execute(sql`
    insert into ${table} (palace_id, entity_id, number, entity, kind, change_set_id, before, after, content)
    select ${change.palaceId}, n.entity_id, n.number, n.entity, n.kind, ${change.id}, n.before,
      jsonb_build_object('content_hash', encode(sha256(convert_to(v.content, 'UTF8')), 'hex')), v.content
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as n (
      entity text, entity_id uuid, number int, kind text, before jsonb, content_of int)
    join ${table} v on v.palace_id = ${change.palaceId} and v.entity_id = n.entity_id and v.number = n.content_of`)
}

/**
 * Runs `changed`, a statement that returns id, revision, before and after (jsonb) of each row it changed, and writes
 * a revision for each in the same statement. Gives how many there were.
 */
export async function recordAll(
  tx: Db,
  change: Change,
  { entity, kind, changed }: { entity: Entity; kind: RevisionKind; changed: SQL },
): Promise<number> {
  const [row] = await rows<{ count: number }>(
    tx,
    sql`with changed as (${changed}),
      noted as (
        insert into ${table} (palace_id, entity_id, number, entity, kind, change_set_id, before, after)
        select ${change.palaceId}, id, revision, ${entity}, ${kind}, ${change.id}, before, after from changed)
    select count(*)::int as count from changed`,
  )
  const count = row?.count ?? 0
  change.revisions += count
  if (count > 0) change.kinds.add(`${entity}.${kind}`)
  return count
}

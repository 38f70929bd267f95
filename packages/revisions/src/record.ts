import { type Db, rows, tables } from '@loci/store'
import { sql, type SQL } from 'drizzle-orm'
import type { Change } from './change-set.ts'

export type Entity = 'wing' | 'room' | 'drawer'
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
}

/** Writes what became of entities whose rows this transaction holds. */
export async function record(tx: Db, change: Change, revisions: NewRevision[]): Promise<void> {
  if (revisions.length === 0) return
  const { palaceId, id: changeSetId } = change
  await tx.insert(tables.revisions).values(revisions.map((revision) => ({ palaceId, changeSetId, ...revision })))
  change.revisions += revisions.length
  for (const { entity, kind } of revisions) change.kinds.add(`${entity}.${kind}`)
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
        insert into ${tables.revisions} (palace_id, entity_id, number, entity, kind, change_set_id, before, after)
        select ${change.palaceId}, id, revision, ${entity}, ${kind}, ${change.id}, before, after from changed)
    select count(*)::int as count from changed`,
  )
  const count = row?.count ?? 0
  change.revisions += count
  if (count > 0) change.kinds.add(`${entity}.${kind}`)
  return count
}

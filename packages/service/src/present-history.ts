import type { Change, EntityDiff, TrashItem } from '@loci/contract'
import type { TrashedRow } from '@loci/palace-hierarchy'
import { type ChangeRow, type DrawerState, diffTexts, type RevisionRow } from '@loci/revisions'

export const toChange = (row: ChangeRow): Change => ({
  change_set: row.change_set,
  at: row.at.toISOString(),
  actor: row.actor,
  channel: row.channel,
  session: row.session,
  operation: row.operation,
  summary: row.summary,
  entity: { type: row.entity, id: row.id, address: row.address },
  number: row.number,
  kind: row.kind,
})

export const toRevision = (row: RevisionRow) => ({
  number: row.number,
  kind: row.kind,
  at: row.at.toISOString(),
  actor: row.actor,
  channel: row.channel,
  session: row.session,
  operation: row.operation,
  change_set: row.change_set,
  summary: row.summary,
  before: row.before,
  after: row.after,
})

export const toTrashItem = (row: TrashedRow): TrashItem => ({
  type: row.type,
  id: row.id,
  name: row.name,
  address: row.address,
  deleted_at: row.deleted_at.toISOString(),
  deleted_by: row.actor,
  channel: row.channel,
  session: row.session,
  operation: row.operation,
  change_set: row.change_set,
  rooms: row.rooms,
  drawers: row.drawers,
  facts: row.facts,
  parents: row.parents,
})

/** The marks of a drawer in the trash; nothing for a live one. */
export const trashMarks = ({ deletedAt }: { deletedAt: Date | null }) =>
  deletedAt === null ? {} : { trashed: true as const, deleted_at: deletedAt.toISOString() }

/** What a drawer is or was, as far as a revision can bring it back. */
export type Compared = Pick<DrawerState, 'name' | 'tags' | 'content'>

/** What differs between two states of a drawer: the fields that do, and the text. */
export function diffDrawers(
  entity: EntityDiff['entity'],
  from: Compared,
  to: Compared,
  by: 'line' | 'word',
): EntityDiff & { text: NonNullable<EntityDiff['text']> } {
  const before: Record<string, unknown> = {}
  const after: Record<string, unknown> = {}
  for (const field of ['name', 'tags'] as const) {
    if (JSON.stringify(from[field]) === JSON.stringify(to[field])) continue
    before[field] = from[field]
    after[field] = to[field]
  }
  return { entity, before, after, text: diffTexts(from.content, to.content, by) }
}

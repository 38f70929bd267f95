import type { EntityDiff, Operations, Output } from '@loci/contract'
import { addressesOf, type Reversal, undoChanges } from '@loci/palace-hierarchy'
import { drawerAtRevision } from '@loci/revisions'
import { changeSetOf, type Context } from '../context.ts'
import { diffDrawers } from '../present-history.ts'
import { readAnywhere } from './drawers.ts'

const mostNamed = 1000
const mostDiffs = 20

/** Undoes change sets, or shows what that would do, and says what was left alone. */
export async function undo(
  context: Context,
  input: { changeSetIds: string[]; summary: string; dry_run: boolean; force: boolean },
): Promise<Output<Operations['change.undo']>> {
  const { db, change, principal } = context
  change.dryRun = input.dry_run
  const { undone, skipped, reversals } = await undoChanges(db, change, input)
  change.summary = input.summary
  const named = [...undone.slice(0, mostNamed), ...skipped.slice(0, mostNamed)]
  const addresses = await addressesOf(
    db,
    principal.palaceId,
    named.map(({ id }) => id),
  )
  const entityOf = ({ entity, id }: Pick<Reversal, 'entity' | 'id'>) => ({
    type: entity,
    id,
    address: addresses.get(id) ?? null,
  })
  return {
    change_set: input.dry_run ? null : changeSetOf(context),
    dry_run: input.dry_run,
    undone: undone.slice(0, mostNamed).map(({ kinds, ...one }) => ({ ...entityOf(one), kinds })),
    undone_count: undone.length,
    skipped: skipped.slice(0, mostNamed).map(({ reason, ...one }) => ({ entity: entityOf(one), reason })),
    skipped_count: skipped.length,
    ...(input.dry_run && { diff: await preview(context, reversals, entityOf) }),
  }
}

type EntityOf = (one: Pick<Reversal, 'entity' | 'id'>) => EntityDiff['entity']

/** What reversals change, after they were made and before they are rolled back. */
async function preview(context: Context, reversals: Reversal[], entityOf: EntityOf): Promise<EntityDiff[]> {
  const { palaceId } = context.principal
  const shown: EntityDiff[] = []
  for (const reversal of reversals.slice(0, mostDiffs)) {
    const { now, id } = reversal
    const entity = entityOf(reversal)
    const fields = fieldsOf(reversal)
    if (reversal.entity === 'drawer') {
      const { content } = await drawerAtRevision(context.db, { palaceId, id, number: now.revision })
      const before = { content, name: now.name, tags: now.tags ?? [] }
      const diff = diffDrawers(entity, before, await readAnywhere(context, id), 'line')
      shown.push({ ...diff, before: { ...fields.before, ...diff.before }, after: { ...fields.after, ...diff.after } })
    } else shown.push({ entity, ...fields })
  }
  return shown
}

/** The fields that a reversal sets, as they were and as they become. */
function fieldsOf({ now, gone, live, name, description, room_id, wing_id, fields = {} }: Reversal) {
  const before: Record<string, unknown> = {}
  const after: Record<string, unknown> = {}
  const set = (field: string, from: unknown, to: unknown) => {
    if (to === undefined || from === to) return
    before[field] = from
    after[field] = to
  }
  set('trashed', now.trashed, gone ? true : live === true ? false : undefined)
  set('name', now.name, name)
  set('description', now.description, description)
  set('room_id', now.room_id, room_id)
  set('wing_id', now.wing_id, wing_id)
  for (const [field, value] of Object.entries(fields)) set(field, now.fields?.[field], value)
  return { before, after }
}

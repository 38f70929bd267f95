import { revertDrawer } from '@loci/palace-hierarchy'
import { drawerAtRevision, listRevisions } from '@loci/revisions'
import { decodeCursor, encodeCursor } from '@loci/store'
import { changeSetOf, type Context, type Handlers, type Named } from '../context.ts'
import { diffDrawers, toRevision, trashMarks } from '../present-history.ts'
import { readAnywhere } from './drawers.ts'

export const revisions: Handlers<Named<'revision'>> = {
  'revision.list': async (context, input) => {
    const drawer = await readAnywhere(context, input.id)
    const { found, next_cursor } = await pageOfRevisions(context, input)
    return { items: found.map(toRevision), next_cursor, ...trashMarks(drawer) }
  },
  'revision.show': async (context, { id, number }) => {
    const drawer = await readAnywhere(context, id)
    const state = await drawerAtRevision(context.db, { palaceId: context.principal.palaceId, id, number })
    const { content, name, tags } = state
    return { ...toRevision(state), id, content, name, tags, ...trashMarks(drawer) }
  },
  'revision.diff': async (context, { id, by, ...range }) => {
    const { db, principal } = context
    const drawer = await readAnywhere(context, id)
    const to = range.to ?? drawer.revision
    const from = range.from ?? Math.max(to - 1, 1)
    const at = (number: number) => drawerAtRevision(db, { palaceId: principal.palaceId, id, number })
    const entity = { type: 'drawer' as const, id, address: `${drawer.wing}/${drawer.room}/${drawer.name ?? id}` }
    return { ...diffDrawers(entity, await at(from), await at(to), by), from, to, ...trashMarks(drawer) }
  },
  'revision.revert': async (context, input) => revert(context, input),
}

/** Brings a drawer back to a revision, or shows what that would change. */
export async function revert(
  context: Context,
  input: {
    id: string
    to: number
    what: 'text' | 'meta' | 'both'
    expected_revision?: number | undefined
    dry_run: boolean
  },
) {
  const { db, change } = context
  const { id, to, what, dry_run } = input
  change.dryRun = dry_run
  const { before, updatedFields } = await revertDrawer(db, change, {
    drawerId: id,
    to,
    what,
    expectedRevision: input.expected_revision,
  })
  const after = await readAnywhere(context, id)
  const address = `${after.wing}/${after.room}/${before.name ?? id}`
  change.summary = `revert ${updatedFields.join(', ')} of ${address} to revision ${to}`
  return {
    id,
    revision: dry_run ? before.revision : after.revision,
    updated_fields: updatedFields,
    dry_run,
    diff: diffDrawers({ type: 'drawer', id, address }, before, after, 'line'),
    change_set: dry_run ? null : changeSetOf(context),
  }
}

/** A page of the revisions of one thing. */
export async function pageOfRevisions(
  { db, principal: { palaceId } }: Context,
  { id, limit, cursor }: { id: string; limit: number; cursor?: string | undefined },
) {
  const listing = JSON.stringify(['revisions', id])
  const position = decodeCursor(listing, cursor, ['number'])
  const found = await listRevisions(db, { palaceId, id, before: position && Number(position.number), limit: limit + 1 })
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  return { found: page, next_cursor: last ? encodeCursor(listing, { number: String(last.number) }) : null }
}

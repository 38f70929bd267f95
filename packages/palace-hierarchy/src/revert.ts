import { type Change, type DrawerState, drawerAtRevision } from '@loci/revisions'
import { type Db, violatedConstraint } from '@loci/store'
import { contentHash } from './content.ts'
import { type DrawerRow, getDrawer, nameTaken } from './drawers.ts'
import { staleRevision } from './stale.ts'
import { applyStates, lockStates } from './states.ts'

export interface RevertInput {
  drawerId: string
  /** The number of the revision it becomes again. */
  to: number
  what: 'text' | 'meta' | 'both'
  expectedRevision?: number | undefined
}

export interface Reverted {
  before: DrawerRow
  /** What it was then. */
  state: DrawerState
  updatedFields: string[]
}

/** Brings a live drawer back to one of its revisions (text, name and tags) as new ones; its place stays. */
export async function revertDrawer(tx: Db, change: Change, input: RevertInput): Promise<Reverted> {
  const { palaceId } = change
  const before = await getDrawer(tx, { palaceId, id: input.drawerId, lock: 'update' })
  staleRevision('drawer', before, input.expectedRevision)
  const state = await drawerAtRevision(tx, { palaceId, id: before.id, number: input.to })
  const current = await lockStates(tx, palaceId, [{ entity: 'drawer', id: before.id }])
  const text = input.what !== 'meta' && contentHash(state.content) !== before.contentHash
  const meta = input.what !== 'text' && { name: state.name, tags: state.tags }
  const target = { entity: 'drawer' as const, id: before.id, ...(text && { textOf: state.textOf }), ...meta }
  await applyStates(tx, change, [target], current).catch((error: unknown) => {
    if (violatedConstraint(error) !== 'drawers_live_name') throw error
    throw nameTaken(state.name ?? '', undefined, error)
  })
  const updatedFields = [
    ...(text ? ['content'] : []),
    ...(meta && state.name !== before.name ? ['name'] : []),
    ...(meta && state.tags.join('\0') !== before.tags.join('\0') ? ['tags'] : []),
  ]
  return { before, state, updatedFields }
}

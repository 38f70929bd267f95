import { PalaceError } from '@loci/contract'
import { drawerAtRevision, getChangeSet, listChangeSet, type RevisionRow } from '@loci/revisions'
import type { Context, Handlers } from '../context.ts'
import { toChange, trashMarks } from '../present-history.ts'
import { listFeed, sessionChangeSets } from './changes.ts'
import { readAnywhere } from './drawers.ts'
import { pageOfRevisions, revert } from './revisions.ts'
import { pageOfTrash, restore } from './trash.ts'
import { undo } from './undo.ts'

type HistoryTool = 'tool.trash' | 'tool.undelete' | 'tool.revisions' | 'tool.revert' | 'tool.undo'

export const historyTools: Handlers<HistoryTool> = {
  'tool.trash': async (context, input) => pageOfTrash(context, input),
  'tool.undelete': async (context, { drawer_id, name, ...input }) => ({
    success: true,
    ...(await restore(context, { ...input, id: drawer_id, as: name })),
  }),
  'tool.revisions': async (context, { drawer_id, change_set, number, ...feed }) => {
    if (drawer_id !== undefined) return ofDrawer(context, { id: drawer_id, number, ...feed })
    if (change_set !== undefined) return ofChangeSet(context, change_set, feed.limit)
    return listFeed(context, feed)
  },
  'tool.revert': async (context, { drawer_id, ...input }) => {
    const { id, diff, ...reverted } = await revert(context, { id: drawer_id, ...input })
    const lines = diff.text.hunks?.flatMap((hunk) => hunk.lines.filter((line) => !line.startsWith(' '))) ?? []
    return { success: true, drawer_id: id, ...reverted, diff: lines.slice(0, 200) }
  },
  'tool.undo': async (context, { change_set, session, ...options }) => {
    const { changeSetIds, summary } = await toUndo(context, change_set, session)
    return { success: true, ...(await undo(context, { changeSetIds, summary, ...options })) }
  },
}

async function toUndo(context: Context, changeSet: string | undefined, session: string | undefined) {
  const { db, principal } = context
  if ((changeSet === undefined) === (session === undefined))
    throw new PalaceError('input.invalid', 'give one of change_set and session')
  if (changeSet !== undefined) {
    const { id, summary } = await getChangeSet(db, { palaceId: principal.palaceId, id: changeSet })
    return { changeSetIds: [id], summary: `undo: ${summary}` }
  }
  const id = session === 'this' ? principal.session : session
  if (id === undefined) throw new PalaceError('input.invalid', 'session: this call belongs to none; give its id')
  return { changeSetIds: await sessionChangeSets(context, id), summary: `undo session ${id}` }
}

async function ofDrawer(
  context: Context,
  { id, number, limit, cursor }: { id: string; number: number | undefined; limit: number; cursor?: string | undefined },
) {
  const { db, principal } = context
  const drawer = await readAnywhere(context, id)
  const entity = { type: 'drawer' as const, id, address: `${drawer.wing}/${drawer.room}/${drawer.name ?? id}` }
  const marks = trashMarks(drawer)
  if (number !== undefined) {
    const state = await drawerAtRevision(db, { palaceId: principal.palaceId, id, number })
    return { items: [changeOf(state, entity)], next_cursor: null, content: state.content, ...marks }
  }
  const { found, next_cursor } = await pageOfRevisions(context, { id, limit, cursor })
  return { items: found.map((row) => changeOf(row, entity)), next_cursor, ...marks }
}

function changeOf<E>(
  { change_set, at, actor, channel, session, operation, summary, number, kind }: RevisionRow,
  entity: E,
) {
  return { change_set, at: at.toISOString(), actor, channel, session, operation, summary, entity, number, kind }
}

async function ofChangeSet({ db, principal: { palaceId } }: Context, id: string, limit: number) {
  await getChangeSet(db, { palaceId, id })
  const found = await listChangeSet(db, { palaceId, id, limit })
  return { items: found.map(toChange), next_cursor: null }
}

import { PalaceError } from '@loci/contract'
import { getWing } from '@loci/palace-hierarchy'
import {
  type ChangeFilter,
  type FeedPosition,
  getChangeSet,
  headOfChain,
  listChanges,
  listChangeSet,
  nextChanges,
  standingChangeSets,
  type StreamPosition,
  verifyChain,
} from '@loci/revisions'
import { decodeCursor, encodeCursor } from '@loci/store'
import type { Context, Handlers, Named } from '../context.ts'
import { toChange } from '../present-history.ts'
import { toDate } from '../present.ts'
import { undo } from './undo.ts'

export const changes: Handlers<Named<'change'>> = {
  'change.list': async (context, input) => listFeed(context, input),
  'change.next': async (context, { after, limit, ...filter }) => {
    const { db, principal } = context
    // whoever reads on is the one that minds when a writer died before its change sets were linked
    context.sealSoon()
    const wanted = await toFilter(context, filter)
    const head = (await headOfChain(db, principal.palaceId)).number
    if (after === 'now') return { items: [], position: String(head) }
    const [sealNumber = '0', id, number] = after.split(':')
    const position: StreamPosition = {
      sealNumber: Number(sealNumber),
      id,
      number: number === undefined ? number : Number(number),
    }
    const found = await nextChanges(db, { ...wanted, after: position, limit })
    const items = found.map((row) => ({ ...toChange(row), position: `${row.seal_number}:${row.id}:${row.number}` }))
    const last = found.at(-1)
    // what the filters pass over need not be looked at again
    const through = found.length < limit && (last?.seal_number ?? 0) <= head && Number(sealNumber) <= head
    return { items, position: through ? String(head) : (items.at(-1)?.position ?? after) }
  },
  'change.verify': async ({ db, principal: { palaceId } }, { head }) => {
    const [number, seal = ''] = head?.split(':') ?? []
    const expected = number === undefined ? undefined : { number: Number(number), seal }
    const verified = await verifyChain(db, palaceId, expected)
    return { ...verified, head: `${verified.head.number}:${verified.head.seal}` }
  },
  'change.show': async ({ db, principal: { palaceId } }, { change_set, limit, cursor }) => {
    const { id, at, undoes, undone_by, ...set } = await getChangeSet(db, { palaceId, id: change_set })
    const listing = JSON.stringify(['change', id])
    const position = decodeCursor(listing, cursor, ['id', 'number'])
    const after = position && { id: position.id ?? '', number: Number(position.number) }
    const found = await listChangeSet(db, { palaceId, id, after, limit: limit + 1 })
    const page = found.slice(0, limit)
    const last = found.length > limit ? page.at(-1) : undefined
    return {
      ...set,
      change_set: id,
      at: at.toISOString(),
      undoes: undoes ?? [],
      undone_by: undone_by ?? [],
      items: page.map((row) => ({
        entity: { type: row.entity, id: row.id, address: row.address },
        number: row.number,
        kind: row.kind,
        trashed: row.trashed,
        purged: row.purged || row.kind === 'purge',
        before: row.before === null ? null : { ...row.before },
        after: row.after === null ? null : { ...row.after },
      })),
      next_cursor: last ? encodeCursor(listing, { id: last.id, number: String(last.number) }) : null,
    }
  },
  'change.undo': async (context, { change_set, ...options }) => {
    const { id, summary } = await getChangeSet(context.db, { palaceId: context.principal.palaceId, id: change_set })
    return undo(context, { changeSetIds: [id], summary: `undo: ${summary}`, ...options })
  },
  'change.undo_session': async (context, { session, ...options }) => {
    const changeSetIds = await sessionChangeSets(context, session)
    return undo(context, { changeSetIds, summary: `undo session ${session}`, ...options })
  },
}

/** The change sets of a session that can be undone, or `change.not_found`. */
export async function sessionChangeSets({ db, principal }: Context, session: string): Promise<string[]> {
  const found = await standingChangeSets(db, principal.palaceId, session)
  if (found.length > 0) return found
  throw new PalaceError('change.not_found', `the session ${JSON.stringify(session)} has no change that stands`, {
    details: { session },
  })
}

interface FeedFilter {
  wing?: string | undefined
  actor?: string | undefined
  channel?: string | undefined
  session?: string | undefined
  kind?: ChangeFilter['kind']
  since?: string | undefined
}

async function toFilter(
  { db, principal: { palaceId } }: Context,
  { wing, since, ...rest }: FeedFilter,
): Promise<ChangeFilter> {
  const wingId = wing === undefined ? undefined : (await getWing(db, { palaceId, wing })).id
  return { palaceId, wingId, since: toDate(since), ...rest }
}

/** A page of the recent changes. */
export async function listFeed(
  context: Context,
  { limit, cursor, ...filter }: FeedFilter & { limit: number; cursor?: string | undefined },
) {
  const listing = JSON.stringify(['changes', filter])
  const position = decodeCursor(listing, cursor, ['at', 'change_set', 'id', 'number'])
  const after: FeedPosition | undefined = position && {
    at: position.at ?? '',
    change_set: position.change_set ?? '',
    id: position.id ?? '',
    number: Number(position.number),
  }
  const found = await listChanges(context.db, { ...(await toFilter(context, filter)), after, limit: limit + 1 })
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  const next = last && {
    at: last.at.toISOString(),
    change_set: last.change_set,
    id: last.id,
    number: String(last.number),
  }
  return { items: page.map(toChange), next_cursor: next ? encodeCursor(listing, next) : null }
}

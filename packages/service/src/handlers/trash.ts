import { PalaceError, type TrashItem } from '@loci/contract'
import { getTrashed, listTrash, refuseWhileBusy, restore as restoreTrashed } from '@loci/palace-hierarchy'
import { listRevisions } from '@loci/revisions'
import { decodeCursor, encodeCursor } from '@loci/store'
import { changeSetOf, type Context, type Handlers, type Named } from '../context.ts'
import { toTrashItem } from '../present-history.ts'
import { purgeTrash } from '../purge.ts'
import { describeTrashed } from '../summaries.ts'
import { toDate } from '../present.ts'

const mostPurged = 1000

export const trash: Handlers<Named<'trash'>> = {
  'trash.list': async (context, input) => pageOfTrash(context, input),
  'trash.show': async ({ db, principal: { palaceId } }, { id, limit }) => {
    const item = toTrashItem(await getTrashed(db, { palaceId, id }))
    const history = await listRevisions(db, { palaceId, id, limit })
    return {
      ...item,
      history: history.map(({ number, kind, at, actor, channel, change_set, summary }) => ({
        number,
        kind,
        at: at.toISOString(),
        actor,
        channel,
        change_set,
        summary,
      })),
    }
  },
  'trash.restore': async (context, input) => restore(context, input),
  'trash.purge': async (context, { id, older_than_days, dry_run }) => {
    const { db, change, principal } = context
    oneOf({ id, older_than_days })
    change.dryRun = dry_run
    await refuseWhileBusy(db, principal.palaceId)
    const olderThanDays = older_than_days
    const { receipt, more, ...purged } = await purgeTrash(context, { id, olderThanDays, most: mostPurged })
    change.summary = `purge ${describeTrashed(purged)}`
    return {
      purged,
      more,
      receipt: dry_run ? null : receipt,
      dry_run,
      change_set: dry_run ? null : changeSetOf(context),
    }
  },
}

export interface RestoreRequest {
  id?: string | undefined
  change_set?: string | undefined
  as?: string | undefined
  parents: boolean
  dry_run: boolean
}

/** Brings back what a delete took, or shows what that would be. */
export async function restore(context: Context, { id, change_set, as, parents, dry_run }: RestoreRequest) {
  const { db, change, principal } = context
  oneOf({ id, change_set })
  change.dryRun = dry_run
  const told = id === undefined ? `change set ${change_set}` : (await getTrashed(db, { ...principal, id })).address
  const counts = await restoreTrashed(db, change, { id, changeSet: change_set, as, parents })
  change.summary = `restore ${told} (${describeTrashed(counts)})`
  return { ...counts, dry_run, change_set: dry_run ? null : changeSetOf(context) }
}

function oneOf(fields: Record<string, unknown>): void {
  const given = Object.values(fields).filter((value) => value !== undefined)
  if (given.length === 1) return
  throw new PalaceError('input.invalid', `give one of ${Object.keys(fields).join(' and ')}`)
}

interface TrashPage {
  actor?: string | undefined
  type?: TrashItem['type'] | undefined
  wing?: string | undefined
  since?: string | undefined
  until?: string | undefined
  change_set?: string | undefined
  limit: number
  cursor?: string | undefined
}

/** A page of what is in the trash. */
export async function pageOfTrash({ db, principal: { palaceId } }: Context, { limit, cursor, ...filter }: TrashPage) {
  const { since, until, change_set, ...rest } = filter
  const listing = JSON.stringify(['trash', filter])
  const position = decodeCursor(listing, cursor, ['at', 'id'])
  const found = await listTrash(db, {
    palaceId,
    ...rest,
    changeSet: change_set,
    since: toDate(since),
    until: toDate(until),
    after: position && { at: position.at ?? '', id: position.id ?? '' },
    limit: limit + 1,
  })
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  return {
    items: page.map(toTrashItem),
    next_cursor: last ? encodeCursor(listing, { at: last.deleted_at.toISOString(), id: last.id }) : null,
  }
}

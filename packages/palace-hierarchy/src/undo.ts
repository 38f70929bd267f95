import {
  type Change,
  type Entity,
  type LaterRevision,
  laterRevisions,
  type UndoableRevision,
  undoableRevisions,
} from '@loci/revisions'
import { array, type Db, rows, tables } from '@loci/store'
import { sql } from 'drizzle-orm'
import { refuseWhileBusy } from './busy.ts'
import { applyStates, type CurrentState, lockStates, type TargetState } from './states.ts'
import { isThing, trashThings } from './things.ts'
import { trash } from './trash.ts'
import { lockTrash } from './trash-lock.ts'
import { type Skip, whatStandsInTheWay } from './undo-conflicts.ts'

/** What an undo means for one thing: what it becomes, or that it goes to the trash. */
export interface Reversal extends TargetState {
  gone: boolean
  /** Whether it was in the trash when the undo began. */
  trashed: boolean
  /** What it was before the undo. */
  now: CurrentState
}

export interface Undone {
  undone: { entity: Entity; id: string; kinds: string[] }[]
  skipped: Skip[]
  /** What was reversed, for a preview. */
  reversals: Reversal[]
}

/**
 * Reverses change sets in one transaction, as a new one that can be undone itself. A thing that others changed since is
 * left alone unless `force`; so is, always, what was purged, what has no place to go to, and whose name is taken.
 */
export async function undoChanges(
  tx: Db,
  change: Change,
  input: { changeSetIds: string[]; force: boolean },
): Promise<Undone> {
  const { palaceId } = change
  await lockTrash(tx, palaceId, 'restore')
  const byEntity = new Map<string, UndoableRevision[]>()
  for (const revision of await undoableRevisions(tx, palaceId, input.changeSetIds)) {
    const known = byEntity.get(revision.id)
    if (known) known.push(revision)
    else byEntity.set(revision.id, [revision])
  }
  const firsts = [...byEntity.values()].flatMap(([first]) => first ?? [])
  const takesAway = firsts.some(
    ({ kind, entity }) => (entity === 'wing' || entity === 'room') && (kind === 'create' || kind === 'restore'),
  )
  if (takesAway) await refuseWhileBusy(tx, palaceId)
  const current = await lockStates(tx, palaceId, firsts)
  const later = await laterRevisions(tx, palaceId, input.changeSetIds, firsts)

  const skipped: Skip[] = []
  const reversals: Reversal[] = []
  for (const first of firsts) {
    const { entity, id } = first
    const revisions = byEntity.get(id) ?? []
    const now = current.get(id)
    const reversal = now && reversalOf(revisions, now)
    const reason = reasonToSkip(revisions, reversal, input.force ? [] : (later.get(id) ?? []))
    if (reason === undefined && reversal) reversals.push(reversal)
    else skipped.push({ entity, id, reason: reason ?? '' })
  }
  const { possible, skips } = await whatStandsInTheWay(tx, palaceId, reversals, input.force)
  skipped.push(...skips)
  const undone = await reverse(tx, change, possible, current)
  if (undone.length > 0) change.undoes = input.changeSetIds
  return { undone, skipped, reversals: possible }
}

function reasonToSkip(
  revisions: UndoableRevision[],
  reversal: Reversal | undefined,
  later: LaterRevision[],
): string | undefined {
  if (!reversal || revisions.some(({ purged, kind }) => purged || kind === 'purge')) return 'it was purged'
  const [last] = later
  if (last) return `changed since by ${last.actor} (${last.kind}, change set ${last.change_set})`
  return reversal.trashed && reversal.live !== true ? 'it is in the trash' : undefined
}

/** The state before the first of the revisions. */
function reversalOf(revisions: UndoableRevision[], now: CurrentState): Reversal {
  const life = revisions.find(({ kind }) => kind === 'create' || kind === 'trash' || kind === 'restore')?.kind
  const gone = life === 'create' || life === 'restore'
  const base = { entity: now.entity, id: now.id, gone, trashed: now.trashed, now }
  if (life === 'create') return base
  const fields: Record<string, unknown> = {}
  for (const { before } of revisions.toReversed()) Object.assign(fields, before)
  const text = revisions.find(({ text_before }) => text_before !== null)?.text_before
  return {
    ...base,
    ...(isThing(now.entity) ? { fields } : placedFields(fields)),
    ...(text != null && { textOf: text }),
    ...(life === 'trash' && { live: true as const }),
  }
}

// the fields that revisions of wings, rooms and drawers note are those of their state
const placedFields = ({ content_hash: _, ...known }: Record<string, unknown>) => known as Partial<TargetState>

async function reverse(
  tx: Db,
  change: Change,
  reversals: Reversal[],
  current: Map<string, CurrentState>,
): Promise<Undone['undone']> {
  const leaving = reversals.filter(({ gone }) => gone)
  const others = reversals.filter(({ gone }) => !gone)
  await trashAll(tx, change, leaving, others)
  // its old name may be another's by now, which is none of the trash's concern
  const changedInTrash = leaving.filter(({ textOf, name }) => textOf !== undefined || name !== undefined)
  const now = new Map([...current, ...(await lockStates(tx, change.palaceId, changedInTrash))])
  const applied = await applyStates(tx, change, [...others, ...changedInTrash], now)
  const kinds = new Map(applied.map((one) => [one.id, one.kinds]))
  return reversals.flatMap(({ entity, id, gone }) => {
    const done = [...(gone ? ['trash'] : []), ...(kinds.get(id) ?? [])]
    return done.length > 0 ? [{ entity, id, kinds: done }] : []
  })
}

type Thing = Pick<Reversal, 'entity' | 'id'>

/** With what others filed in there since, which without force is nothing; but not what is about to be moved out. */
async function trashAll(tx: Db, change: Change, things: Thing[], staying: Thing[]): Promise<void> {
  const { rooms } = tables
  const idsOf = (list: Thing[], entity: Entity) =>
    array(
      list.filter((thing) => thing.entity === entity).map(({ id }) => id),
      'uuid',
    )
  const [wingIds, roomIds, drawerIds] = [idsOf(things, 'wing'), idsOf(things, 'room'), idsOf(things, 'drawer')]
  const goneRooms = sql`(id = any(${roomIds}) or wing_id = any(${wingIds})) and not id = any(${idsOf(staying, 'room')})`
  const inGoneRooms = sql`room_id in (select id from ${rooms} where palace_id = ${change.palaceId} and ${goneRooms})
    and not id = any(${idsOf(staying, 'drawer')})`
  await trash(tx, change, 'wing', sql`id = any(${wingIds})`)
  await trash(tx, change, 'room', goneRooms)
  await trash(tx, change, 'drawer', sql`(id = any(${drawerIds}) or ${inGoneRooms})`)
  const entityIds = idsOf(things, 'entity')
  const ofGoneEntities = sql`(subject_id = any(${entityIds}) or object_id = any(${entityIds}))
    and not id = any(${idsOf(staying, 'fact')})`
  await trashThings(tx, change, 'tunnel', sql`id = any(${idsOf(things, 'tunnel')})`)
  await trashThings(tx, change, 'fact', sql`(id = any(${idsOf(things, 'fact')}) or ${ofGoneEntities})`)
  await trashThings(tx, change, 'entity', sql`id = any(${entityIds})`)
}

/** Where things are, by their ids, wherever they are: names with slashes between them. */
export async function addressesOf(db: Db, palaceId: string, ids: string[]): Promise<Map<string, string>> {
  const { wings, rooms, drawers, graphThings } = tables
  const wanted = array([...new Set(ids)], 'uuid')
  const found = await rows<{ id: string; address: string }>(
    db,
    sql`select id, name as address from ${wings} where palace_id = ${palaceId} and id = any(${wanted})
      union all
      select r.id, w.name || '/' || r.name from ${rooms} r
      join ${wings} w on w.palace_id = r.palace_id and w.id = r.wing_id
      where r.palace_id = ${palaceId} and r.id = any(${wanted})
      union all
      select d.id, w.name || '/' || r.name || '/' || coalesce(d.name, d.id::text) from ${drawers} d
      join ${rooms} r on r.palace_id = d.palace_id and r.id = d.room_id
      join ${wings} w on w.palace_id = r.palace_id and w.id = r.wing_id
      where d.palace_id = ${palaceId} and d.id = any(${wanted})
      union all
      select g.id, g.address from ${graphThings} g where g.palace_id = ${palaceId} and g.id = any(${wanted})`,
  )
  return new Map(found.map(({ id, address }) => [id, address]))
}

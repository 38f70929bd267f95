import { array, type Db, rows, tables } from '@loci/store'
import { sql } from 'drizzle-orm'
import type { Entity, RevisionKind } from './record.ts'

const { changeSets, revisions } = tables

/** A revision that is to be reversed. */
export interface UndoableRevision {
  entity: Entity
  id: string
  number: number
  kind: RevisionKind
  before: Record<string, unknown> | null
  purged: boolean
  /** The revision that set the text which this one replaced. */
  text_before: number | null
}

/** Every revision of the change sets, by entity, oldest first. */
export function undoableRevisions(db: Db, palaceId: string, changeSetIds: string[]): Promise<UndoableRevision[]> {
  return rows<UndoableRevision>(
    db,
    sql`select v.entity, v.entity_id as id, v.number, v.kind, v.before, v.purged is not null as purged,
        case when v.kind = 'text' then (
          select max(p.number) from ${revisions} p
          where p.palace_id = v.palace_id and p.entity_id = v.entity_id and p.number < v.number
            and p.content is not null) end as text_before
      from ${revisions} v
      where v.palace_id = ${palaceId} and v.change_set_id = any(${array(changeSetIds, 'uuid')})
      order by v.entity_id, v.number`,
  )
}

/** What else became of an entity after it was first changed by what is to be undone. */
export interface LaterRevision {
  id: string
  number: number
  change_set: string
  undoes: string[] | null
  actor: string
  kind: RevisionKind
}

/** Later revisions of those entities by other change sets, newest first, but for those that took each other back. */
export async function laterRevisions(
  db: Db,
  palaceId: string,
  changeSetIds: string[],
  firsts: { id: string; number: number }[],
): Promise<Map<string, LaterRevision[]>> {
  const found = await rows<LaterRevision>(
    db,
    sql`select v.entity_id as id, v.number, v.change_set_id as change_set, c.undoes, c.actor, v.kind
      from unnest(${array(
        firsts.map(({ id }) => id),
        'uuid',
      )}, ${array(
        firsts.map(({ number }) => number),
        'integer',
      )}) as first (id, number)
      join ${revisions} v on v.palace_id = ${palaceId} and v.entity_id = first.id and v.number > first.number
      join ${changeSets} c on c.palace_id = v.palace_id and c.id = v.change_set_id
      where not v.change_set_id = any(${array(changeSetIds, 'uuid')})
      order by v.entity_id, v.number desc`,
  )
  const byEntity = new Map<string, LaterRevision[]>()
  for (const row of found) byEntity.set(row.id, [...(byEntity.get(row.id) ?? []), row])
  for (const [id, later] of byEntity) byEntity.set(id, withoutPairs(later))
  return byEntity
}

/** An undo and what it undid, both after the revision in question, leave it as it was. */
function withoutPairs(later: LaterRevision[]): LaterRevision[] {
  const present = new Set(later.map(({ change_set }) => change_set))
  const gone = new Set<string>()
  for (const { change_set, undoes } of later) {
    if (gone.has(change_set) || undoes === null || !undoes.every((id) => present.has(id) && !gone.has(id))) continue
    for (const id of [change_set, ...undoes]) gone.add(id)
  }
  return later.filter(({ change_set }) => !gone.has(change_set))
}

/** The change sets of a session that still stand: no undos, and none that was undone. */
export async function standingChangeSets(db: Db, palaceId: string, session: string): Promise<string[]> {
  const found = await rows<{ id: string }>(
    db,
    sql`select id from ${changeSets}
      where palace_id = ${palaceId} and session = ${session} and undoes is null and operation not in ('trash.purge', 'job.purge') order by id`,
  )
  const ids = found.map(({ id }) => id)
  const undone = await undoneChangeSets(db, palaceId, ids)
  return ids.filter((id) => !undone.has(id))
}

/** Which of the change sets were undone, by an undo that was not undone itself. */
async function undoneChangeSets(db: Db, palaceId: string, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const undos = await rows<{ id: string; undoes: string[] }>(
    db,
    sql`select id, undoes from ${changeSets} where palace_id = ${palaceId} and undoes && ${array(ids, 'uuid')}`,
  )
  const undone = await undoneChangeSets(
    db,
    palaceId,
    undos.map(({ id }) => id),
  )
  return new Set(undos.flatMap(({ id, undoes }) => (undone.has(id) ? [] : undoes)))
}

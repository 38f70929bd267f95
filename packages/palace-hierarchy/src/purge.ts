import { type Change, type Entity, recordAll, revisionDigest } from '@loci/revisions'
import { array, type Db, newId, rows, tables } from '@loci/store'
import { sql, type SQL } from 'drizzle-orm'
import { leftOvers } from './left-overs.ts'
import { tableOf } from './states.ts'
import { notInTrash } from './trash-list.ts'
import { lockTrash } from './trash-lock.ts'

const { changeSets, drawers, entities, facts, minedFiles, receipts, revisions, rooms, tunnels, wings } = tables

export interface PurgeInput {
  /** One thing of the trash with all that is in it, or … */
  id?: string | undefined
  /** … the oldest things that went there more than so many days ago. */
  olderThanDays?: number | undefined
  /** The most things at once, by age. */
  most: number
  actor: string
}

export interface Purged {
  wings: number
  rooms: number
  drawers: number
  tunnels: number
  entities: number
  facts: number
  revisions: number
  /** Texts that were held, for who has to look for copies of them; they leave nothing here. */
  texts: string[]
  /** Jobs that wrote them. */
  jobs: string[]
  receipt: string | null
}

type Doomed = Record<'wings' | 'rooms' | 'drawers' | 'tunnels' | 'entities' | 'facts', string[]>

/**
 * Erases things of the trash for good: rows, passages, vectors, and what their revisions hold. The revisions stay as
 * blanks with their digests, so that the chain holds, and a receipt says how much went. `trash.not_found` for what is
 * not in the trash. A restore of the same things waits or comes first.
 */
export async function purge(tx: Db, change: Change, input: PurgeInput): Promise<Purged> {
  const { palaceId } = change
  await lockTrash(tx, palaceId, 'purge')
  const doomed = input.id === undefined ? await oldest(tx, palaceId, input) : await within(tx, palaceId, input.id)
  const ids = Object.values(doomed).flat()
  if (input.id !== undefined && ids.length === 0) notInTrash(input.id)
  if (ids.length === 0) return { ...nothing, revisions: 0, texts: [], jobs: [], receipt: null }
  const { texts, jobs } = await traces(tx, palaceId, ids)
  const blanked = await blank(tx, palaceId, ids)
  await forgetFiles(tx, palaceId, doomed)
  const erase = (entity: Entity, list: string[]) =>
    recordAll(tx, change, {
      entity,
      kind: 'purge',
      changed: sql`
        delete from ${tableOf(entity)} where palace_id = ${palaceId} and id = any(${array(list, 'uuid')})
        returning id, revision + 1 as revision, null::jsonb as before, null::jsonb as after`,
    })
  const counts = {
    tunnels: await erase('tunnel', doomed.tunnels),
    facts: await erase('fact', doomed.facts),
    entities: await erase('entity', doomed.entities),
    drawers: await erase('drawer', doomed.drawers),
    rooms: await erase('room', doomed.rooms),
    wings: await erase('wing', doomed.wings),
  }
  const columns = await leftOvers(tx, palaceId, ids)
  const receipt = newId()
  await tx.execute(sql`
    insert into ${receipts} (palace_id, id, change_set_id, at, actor, wings, rooms, drawers, tunnels, entities, facts,
      revisions, columns)
    values (${palaceId}, ${receipt}, ${change.id}, now(), ${input.actor}, ${counts.wings}, ${counts.rooms},
      ${counts.drawers}, ${counts.tunnels}, ${counts.entities}, ${counts.facts}, ${blanked}, ${columns})`)
  return { ...counts, revisions: blanked, texts, jobs, receipt }
}

const nothing = { wings: 0, rooms: 0, drawers: 0, tunnels: 0, entities: 0, facts: 0 }

/** A thing and everything in it; what is in a trashed thing is in the trash too. */
async function within(tx: Db, palaceId: string, id: string): Promise<Doomed> {
  const found = await rows<{ entity: keyof Doomed; id: string }>(
    tx,
    sql`with w as (select id from ${wings} where palace_id = ${palaceId} and id = ${id} and deleted_at is not null for update),
      r as (select id from ${rooms} where palace_id = ${palaceId} and deleted_at is not null
        and (id = ${id} or wing_id in (select id from w)) for update),
      d as (select id from ${drawers} where palace_id = ${palaceId} and deleted_at is not null
        and (id = ${id} or room_id in (select id from r)) for update),
      e as (select id from ${entities} where palace_id = ${palaceId} and id = ${id} and deleted_at is not null for update),
      f as (select id from ${facts} where palace_id = ${palaceId} and deleted_at is not null
        and (id = ${id} or subject_id in (select id from e) or object_id in (select id from e)) for update),
      t as (select id from ${tunnels} where palace_id = ${palaceId} and id = ${id} and deleted_at is not null for update)
      ${everyOne(palaceId)}`,
  )
  return group(found)
}

async function oldest(tx: Db, palaceId: string, { olderThanDays = 30, most }: PurgeInput): Promise<Doomed> {
  const old = sql`palace_id = ${palaceId}
    and deleted_at < now() - make_interval(secs => ${olderThanDays * 86_400}::double precision)`
  const found = await rows<{ entity: keyof Doomed; id: string }>(
    tx,
    sql`with d as (
        select id from ${drawers} where ${old} order by deleted_at, id limit ${most} for update),
      r as (
        select id from ${rooms} r where ${old} and not exists (
          select 1 from ${drawers} c where c.palace_id = r.palace_id and c.room_id = r.id and c.id not in (select id from d))
        order by deleted_at, id limit ${most} for update),
      w as (
        select id from ${wings} w where ${old} and not exists (
          select 1 from ${rooms} c where c.palace_id = w.palace_id and c.wing_id = w.id and c.id not in (select id from r))
        order by deleted_at, id limit ${most} for update),
      f as (
        select id from ${facts} where ${old} order by deleted_at, id limit ${most} for update),
      e as (
        select id from ${entities} e where ${old} and not exists (
          select 1 from ${facts} c where c.palace_id = e.palace_id and e.id in (c.subject_id, c.object_id)
            and c.id not in (select id from f))
        order by deleted_at, id limit ${most} for update),
      t as (
        select id from ${tunnels} where ${old} order by deleted_at, id limit ${most} for update)
      ${everyOne(palaceId)}`,
  )
  return group(found)
}

/** All that the statement's parts found, with the tunnels that lose a room, which nobody could see any more. */
const everyOne = (palaceId: string): SQL => sql`
  select 'wings' as entity, id from w union all select 'rooms', id from r union all select 'drawers', id from d
  union all select 'entities', id from e union all select 'facts', id from f union all select 'tunnels', id from t
  union all select 'tunnels', id from ${tunnels} where palace_id = ${palaceId} and not id in (select id from t)
    and (source_room_id in (select id from r) or target_room_id in (select id from r))`

function group(found: { entity: keyof Doomed; id: string }[]): Doomed {
  const of = (entity: keyof Doomed) => found.filter((row) => row.entity === entity).map(({ id }) => id)
  return {
    wings: of('wings'),
    rooms: of('rooms'),
    drawers: of('drawers'),
    tunnels: of('tunnels'),
    entities: of('entities'),
    facts: of('facts'),
  }
}

/** The texts and names that are about to go, and the jobs whose sessions wrote them. */
async function traces(tx: Db, palaceId: string, ids: string[]): Promise<Pick<Purged, 'texts' | 'jobs'>> {
  const uuids = array(ids, 'uuid')
  const texts = await rows<{ content: string }>(
    tx,
    sql`select distinct content from ${revisions}
      where palace_id = ${palaceId} and entity_id = any(${uuids}) and content is not null`,
  )
  const jobs = await rows<{ session: string }>(
    tx,
    sql`select distinct c.session from ${revisions} v
      join ${changeSets} c on c.palace_id = v.palace_id and c.id = v.change_set_id
      where v.palace_id = ${palaceId} and v.entity_id = any(${uuids}) and c.channel = 'job' and c.session is not null`,
  )
  return { texts: texts.map(({ content }) => content), jobs: jobs.map(({ session }) => session) }
}

/** What is remembered of files of these wings is nothing that the next mining could not find out again. */
async function forgetFiles(tx: Db, palaceId: string, { wings: wingIds, drawers: drawerIds }: Doomed): Promise<void> {
  await tx.execute(sql`
    delete from ${minedFiles} where palace_id = ${palaceId} and (wing_id = any(${array(wingIds, 'uuid')})
      or wing_id in (
        select r.wing_id from ${drawers} d join ${rooms} r on r.palace_id = d.palace_id and r.id = d.room_id
        where d.palace_id = ${palaceId} and d.id = any(${array(drawerIds, 'uuid')})))`)
}

/** Takes all content out of the revisions, and the names out of the lines that tell of them. How many there were. */
async function blank(tx: Db, palaceId: string, ids: string[]): Promise<number> {
  const uuids = array(ids, 'uuid')
  await tx.execute(sql`
    update ${changeSets} set summary = operation
    where palace_id = ${palaceId} and id in (
      select change_set_id from ${revisions} where palace_id = ${palaceId} and entity_id = any(${uuids}))`)
  const [row] = await rows<{ count: number }>(
    tx,
    sql`with blanked as (
        update ${revisions} v set purged = ${revisionDigest}, before = null, after = null, content = null, salt = null
        where v.palace_id = ${palaceId} and v.entity_id = any(${uuids}) returning 1)
      select count(*)::int as count from blanked`,
  )
  return row?.count ?? 0
}

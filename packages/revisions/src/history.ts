import { PalaceError } from '@loci/contract'
import { type Db, rows, tables } from '@loci/store'
import { sql } from 'drizzle-orm'
import type { RevisionKind } from './record.ts'

const { changeSets, revisions } = tables

export interface RevisionRow {
  number: number
  kind: RevisionKind
  at: Date
  actor: string
  channel: string
  session: string | null
  operation: string
  summary: string
  change_set: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

interface Item {
  palaceId: string
  id: string
}

const columns = sql`v.number, v.kind, c.at, c.actor, c.channel, c.session, c.operation, c.summary, c.id as change_set,
  v.before, v.after`
const withChangeSet = sql`
  from ${revisions} v join ${changeSets} c on c.palace_id = v.palace_id and c.id = v.change_set_id`

/** The revisions of one thing, newest first, without texts. `before` is the number where the page before ended. */
export async function listRevisions(
  db: Db,
  { palaceId, id, before, limit }: Item & { before?: number | undefined; limit: number },
): Promise<RevisionRow[]> {
  const found = await rows<RevisionRow>(
    db,
    sql`select ${columns} from (
        select * from ${revisions} r
        where r.palace_id = ${palaceId} and r.entity_id = ${id} ${before === undefined ? sql`` : sql`and r.number < ${before}`}
        order by r.number desc limit ${limit}) v
      join ${changeSets} c on c.palace_id = v.palace_id and c.id = v.change_set_id
      order by v.number desc`,
  )
  return found.map((row) => ({ ...row, at: new Date(row.at) }))
}

/** What a drawer was at a revision. */
export interface DrawerState extends RevisionRow {
  content: string
  /** The revision that set this text. */
  textOf: number
  name: string | null
  tags: string[]
  room_id: string
}

/** A drawer as it was at one of its revisions, or `revision.not_found`. */
export async function drawerAtRevision(
  db: Db,
  { palaceId, id, number }: Item & { number: number },
): Promise<DrawerState> {
  const latest = (field: string) => sql`(
    select p.after -> ${field} from ${revisions} p
    where p.palace_id = v.palace_id and p.entity_id = v.entity_id and p.number <= v.number and p.after ? ${field}
    order by p.number desc limit 1)`
  const [row] = await rows<DrawerState & { text_of: number }>(
    db,
    sql`select ${columns}, t.content, t.number as text_of,
        ${latest('name')} as name, ${latest('tags')} as tags, ${latest('room_id')} as room_id
      ${withChangeSet}
      join lateral (
        select p.content, p.number from ${revisions} p
        where p.palace_id = v.palace_id and p.entity_id = v.entity_id and p.number <= v.number and p.content is not null
        order by p.number desc limit 1) t on true
      where v.palace_id = ${palaceId} and v.entity_id = ${id} and v.number = ${number}`,
  )
  if (row) return { ...row, at: new Date(row.at), textOf: row.text_of }
  throw new PalaceError('revision.not_found', `the drawer has no revision ${number}`, { details: { id, number } })
}

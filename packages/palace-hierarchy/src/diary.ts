import { PalaceError } from '@loci/contract'
import type { Change } from '@loci/revisions'
import { type Db, rows, tables } from '@loci/store'
import { sql, type SQL } from 'drizzle-orm'
import { createDrawer } from './create-drawer.ts'
import type { DrawerRow } from './drawers.ts'
import { isId, toName } from './names.ts'
import type { PlacedRoom } from './rooms.ts'

const { liveDrawers, liveRooms, liveWings } = tables

const room = 'diary'
const standardTopic = 'general'
const sameForHours = 24

export interface DiaryEntry {
  agent: string
  entry: string
  topic?: string | undefined
  /** Instead of the agent's own. */
  wing?: string | undefined
  addedBy: string
}

/** Files an entry in an agent's diary; the same one again within a day gives the first, with `created: false`. */
export async function writeDiary(
  tx: Db,
  change: Change,
  { agent, entry, topic = standardTopic, wing, addedBy }: DiaryEntry,
): Promise<{ row: DrawerRow; room: PlacedRoom; created: boolean }> {
  const author = toAgent(agent)
  return createDrawer(tx, change, {
    wing: wing ?? ownWing(author),
    room,
    content: entry,
    tags: [topic],
    source: { kind: 'diary', author },
    addedBy,
    sameForHours,
  })
}

export interface DiaryPage {
  entries: { at: Date; topic: string; content: string }[]
  /** How many there are in all. */
  total: number
}

/** The last entries of an agent's diary, newest first; none when the agent has not written any. */
export async function readDiary(
  db: Db,
  input: {
    palaceId: string
    agent: string
    wing?: string | undefined
    topic?: string | undefined
    limit: number
  },
): Promise<DiaryPage> {
  const author = toAgent(input.agent)
  const where = sql`d.palace_id = ${input.palaceId} and r.name = ${room} and ${inWing(author, input.wing)}
    ${input.topic === undefined ? sql`` : sql`and ${input.topic} = any(d.tags)`}`
  const from = sql`${liveDrawers} d
    join ${liveRooms} r on r.palace_id = d.palace_id and r.id = d.room_id
    join ${liveWings} w on w.palace_id = r.palace_id and w.id = r.wing_id`
  const found = await rows<{ at: string; topic: string | null; content: string }>(
    db,
    sql`select d.created_at as at, d.tags[1] as topic, d.content from ${from} where ${where}
      order by d.id desc limit ${input.limit}`,
  )
  const [counted] = await rows<{ total: number }>(db, sql`select count(*)::int as total from ${from} where ${where}`)
  const entries = found.map(({ at, topic, content }) => ({ at: new Date(at), topic: topic ?? standardTopic, content }))
  return { entries, total: counted?.total ?? 0 }
}

/** The topic of an entry. */
export const topicOf = ({ tags }: Pick<DrawerRow, 'tags'>): string => tags[0] ?? standardTopic

/** An agent's own wing is all its diary; a wing of others holds several. */
function inWing(author: string, wing: string | undefined): SQL {
  if (wing === undefined) return sql`w.name = ${toName('wing', ownWing(author))}`
  const place = isId(wing) ? sql`w.id = ${wing}` : sql`w.name = ${toName('wing', wing)}`
  return sql`${place} and d.author = ${author}`
}

/** A name as agents are told apart by: without case. */
function toAgent(name: string): string {
  const agent = name.trim().normalize('NFC').toLowerCase().normalize('NFC')
  if (agent === '') throw new PalaceError('input.invalid', 'agent_name: is blank')
  return agent
}

const ownWing = (agent: string): string => `agent-${agent}`

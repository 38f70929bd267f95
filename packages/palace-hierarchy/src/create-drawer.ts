import { type Change, type NewRevision, record } from '@loci/revisions'
import { type Db, isSameText, newId, tables } from '@loci/store'
import { and, eq, sql } from 'drizzle-orm'
import { contentHash } from './content.ts'
import { type DrawerRow, nameTaken } from './drawers.ts'
import { toName } from './names.ts'
import { ensureRoom, type PlacedRoom } from './rooms.ts'

const { drawers, liveDrawers } = tables

export interface DrawerSource {
  uri?: string | null | undefined
  kind?: string | null | undefined
  document?: string | null | undefined
  position?: number | null | undefined
  author?: string | null | undefined
  authoredAt?: Date | null | undefined
}

export interface NewDrawer {
  wing: string
  room: string
  content: string
  name?: string | undefined
  tags?: string[]
  source?: DrawerSource | undefined
  addedBy: string
  /** Without a name: how long the same content stays the same drawer; for good unless told. */
  sameForHours?: number | undefined
}

/**
 * Files a drawer, with its wing and room on the way. What is there already comes back with `created: false`:
 * the same name and content, or without a name the same content in that room. Another content under the name is
 * `drawer.name_taken`. The unique index decides between two that race.
 */
export async function createDrawer(
  tx: Db,
  change: Change,
  input: NewDrawer,
): Promise<{ row: DrawerRow; room: PlacedRoom; created: boolean }> {
  const name = input.name === undefined ? null : toName('drawer', input.name)
  const room = await ensureRoom(tx, change, input)
  const values = toValues(change.palaceId, room.id, name, input)
  const { row, created } =
    name === null ? await createUnnamed(tx, values, input.sameForHours) : await createNamed(tx, { ...values, name })
  if (created) await record(tx, change, [creation(row)])
  return { row, room, created }
}

function toValues(
  palaceId: string,
  roomId: string,
  name: string | null,
  { content, tags, source, addedBy }: Omit<NewDrawer, 'wing' | 'room'>,
) {
  return {
    palaceId,
    id: newId(),
    roomId,
    name,
    content,
    contentHash: contentHash(content),
    bytes: Buffer.byteLength(content),
    tags: [...new Set(tags)],
    addedBy,
    sourceUri: source?.uri ?? null,
    sourceKind: source?.kind ?? null,
    sourceDocument: source?.document ?? null,
    sourcePosition: source?.position ?? null,
    author: source?.author ?? null,
    authoredAt: source?.authoredAt ?? null,
  }
}

type Values = ReturnType<typeof toValues>

/**
 * Files many named drawers into one room in one statement, and gives the names that were free. Whatever is there
 * already under a name stays as it is.
 */
export async function createNamedDrawers(
  tx: Db,
  change: Change,
  room: PlacedRoom,
  input: (Omit<NewDrawer, 'wing' | 'room'> & { name: string })[],
): Promise<Set<string>> {
  const values = input.map((drawer) => toValues(change.palaceId, room.id, toName('drawer', drawer.name), drawer))
  const created = await insertNamed(tx, values)
  await record(tx, change, created.map(creation))
  return new Set(created.map((row) => row.name ?? ''))
}

async function insertNamed(tx: Db, values: Values[]): Promise<DrawerRow[]> {
  if (values.length === 0) return []
  return tx.insert(drawers).values(values).onConflictDoNothing().returning()
}

async function createNamed(tx: Db, values: Values & { name: string }): Promise<{ row: DrawerRow; created: boolean }> {
  for (;;) {
    const [row] = await insertNamed(tx, [values])
    if (row) return { row, created: true }
    const [taken] = await tx
      .select()
      .from(liveDrawers)
      .where(
        and(
          eq(liveDrawers.palaceId, values.palaceId),
          eq(liveDrawers.roomId, values.roomId),
          isSameText(liveDrawers.name, values.name),
        ),
      )
    // trashed between the two statements: its name is free again
    if (!taken) continue
    if (taken.contentHash === values.contentHash) return { row: taken, created: false }
    throw nameTaken(values.name, taken.id)
  }
}

async function createUnnamed(
  tx: Db,
  values: Values,
  sameForHours: number | undefined,
): Promise<{ row: DrawerRow; created: boolean }> {
  const lock = `loci:content:${values.roomId}:${values.contentHash}`
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`)
  const [same] = await tx
    .select()
    .from(liveDrawers)
    .where(
      and(
        eq(liveDrawers.palaceId, values.palaceId),
        eq(liveDrawers.roomId, values.roomId),
        eq(liveDrawers.contentHash, values.contentHash),
        sameForHours === undefined
          ? undefined
          : sql`${liveDrawers.createdAt} > now() - make_interval(hours => ${sameForHours})`,
      ),
    )
    .limit(1)
  if (same) return { row: same, created: false }
  const [row] = await tx.insert(drawers).values(values).returning()
  if (!row) throw new Error('an insert gave no row')
  return { row, created: true }
}

const creation = (row: DrawerRow): NewRevision => ({
  entity: 'drawer',
  entityId: row.id,
  number: 1,
  kind: 'create',
  after: {
    room_id: row.roomId,
    name: row.name,
    tags: row.tags,
    added_by: row.addedBy,
    content_hash: row.contentHash,
    source: {
      uri: row.sourceUri,
      kind: row.sourceKind,
      document: row.sourceDocument,
      position: row.sourcePosition,
      author: row.author,
      authored_at: row.authoredAt,
    },
  },
  content: row.content,
})

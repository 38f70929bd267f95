import { type Change, type NewRevision, record } from '@loci/revisions'
import { type Db, tables, violatedConstraint } from '@loci/store'
import { and, eq, sql } from 'drizzle-orm'
import { checkContent, contentHash } from './content.ts'
import { type DrawerRow, getDrawer, nameTaken } from './drawers.ts'
import { toName } from './names.ts'
import { ensureRoom } from './rooms.ts'
import { staleRevision } from './stale.ts'

const { drawers } = tables

export interface DrawerChanges {
  drawerId: string
  content?: string | undefined
  /** Text to add at the end of what it holds when the row is locked. */
  append?: string | undefined
  /** Null takes the name away. */
  name?: string | null | undefined
  tags?: string[] | undefined
  /** The room to move it to, made on the way when missing. */
  to?: { wing: string; room: string } | undefined
  expectedRevision?: number | undefined
  maxBytes: number
}

/** Edits, renames, tags or moves a drawer: one revision for its text, one for its metadata, one for its place. */
export async function updateDrawer(
  tx: Db,
  change: Change,
  input: DrawerChanges,
): Promise<{ row: DrawerRow; updatedFields: string[] }> {
  const { palaceId } = change
  const target = input.to && (await ensureRoom(tx, change, input.to))
  const current = await getDrawer(tx, { palaceId, id: input.drawerId, lock: 'update' })
  staleRevision('drawer', current, input.expectedRevision)

  const content = (input.content ?? current.content) + (input.append ?? '')
  const name = input.name == null ? (input.name === null ? null : current.name) : toName('drawer', input.name)
  const tags = input.tags === undefined ? current.tags : [...new Set(input.tags)]
  const roomId = target?.id ?? current.roomId

  const updatedFields: string[] = []
  const revisions: NewRevision[] = []
  const note = (
    kind: NewRevision['kind'],
    before: Record<string, unknown>,
    after: Record<string, unknown>,
    text?: string,
  ) => {
    const number = current.revision + revisions.length + 1
    revisions.push({
      entity: 'drawer',
      entityId: current.id,
      number,
      kind,
      before,
      after,
      ...(text !== undefined && { content: text }),
    })
  }
  const hash = contentHash(content)
  if (hash !== current.contentHash) {
    checkContent(content, input.maxBytes)
    updatedFields.push('content')
    note('text', { content_hash: current.contentHash }, { content_hash: hash }, content)
  }
  if (name !== current.name) updatedFields.push('name')
  if (tags.join('\0') !== current.tags.join('\0')) updatedFields.push('tags')
  if (updatedFields.includes('name') || updatedFields.includes('tags'))
    note('meta', { name: current.name, tags: current.tags }, { name, tags })
  if (roomId !== current.roomId) {
    updatedFields.push('room')
    note('move', { room_id: current.roomId }, { room_id: roomId })
  }
  if (revisions.length === 0) return { row: current, updatedFields }

  const [row] = await tx
    .update(drawers)
    .set({
      content,
      contentHash: hash,
      bytes: Buffer.byteLength(content),
      name,
      tags,
      roomId,
      revision: current.revision + revisions.length,
      updatedAt: sql`now()`,
    })
    .where(and(eq(drawers.palaceId, palaceId), eq(drawers.id, current.id)))
    .returning()
    .catch((error: unknown) => {
      if (violatedConstraint(error) !== 'drawers_live_name') throw error
      throw nameTaken(name ?? '', undefined, error)
    })
  if (!row) throw new Error('a locked drawer went away')
  await record(tx, change, revisions)
  return { row, updatedFields }
}

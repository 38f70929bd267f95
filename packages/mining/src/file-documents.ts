import {
  checkContent,
  contentHash,
  createDrawer,
  createNamedDrawers,
  createWing,
  ensureRoom,
  type Relocation,
  relocateDocuments,
  toName,
  updateDrawer,
} from '@loci/palace-hierarchy'
import type { Change } from '@loci/revisions'
import { type Db, isOneOfTexts, rows, tables } from '@loci/store'
import { sql } from 'drizzle-orm'
import type { DocumentError, DocumentKind, FiledBatch, MinedDocument } from './documents.ts'
import { toDocumentError } from './found.ts'
import { findRenamed } from './renamed-files.ts'
import { roomFor } from './projects/names.ts'

const { liveDrawers, liveRooms, liveWings } = tables

interface FiledDocument {
  path: string
  id: string
  hash: string
}

interface Wing {
  palaceId: string
  wing: string
  /** What the documents are; each kind has paths of its own. */
  kind?: DocumentKind | undefined
}

/** The paths of those documents that the wing holds just as they are. */
export async function unchangedDocuments(
  db: Db,
  { documents, ...wing }: Wing & { documents: { path: string; hash: string }[] },
): Promise<Set<string>> {
  const filed = await filedDocuments(db, { ...wing, paths: documents.map(({ path }) => path.normalize('NFC')) })
  const hashes = new Map(filed.map(({ path, hash }) => [path, hash]))
  const isSame = (path: string, hash: string) => hashes.get(path.normalize('NFC')) === hash
  return new Set(documents.filter(({ path, hash }) => isSame(path, hash)).map(({ path }) => path))
}

/**
 * Which of the paths a wing holds as documents, and the hash of each one's text. With `lock` they can neither change nor
 * go until the transaction ends.
 */
function filedDocuments(db: Db, input: Wing & { paths: string[]; lock?: true }): Promise<FiledDocument[]> {
  return rows<FiledDocument>(
    db,
    sql`select d.source_document as path, d.id, d.content_hash as hash
      from ${liveDrawers} d
      join ${liveRooms} r on r.palace_id = d.palace_id and r.id = d.room_id
      join ${liveWings} w on w.palace_id = r.palace_id and w.id = r.wing_id
      where d.palace_id = ${input.palaceId} and ${isOneOfTexts(sql`d.source_document`, [...new Set(input.paths)])} and w.name = ${input.wing.normalize('NFC')} and d.source_kind = ${input.kind ?? 'file'}
      order by d.id
      ${input.lock ? sql`for share of r for update of d` : sql``}`,
  )
}

export interface FileDocuments {
  wing: string
  kind?: DocumentKind | undefined
  /** One room for all; otherwise that of each document, or the top-level folder of its path. */
  room?: string | undefined
  documents: MinedDocument[]
  addedBy: string
  maxBytes: number
  /** Whether a path that is filed leads nowhere any more, which makes a document of the same text a renamed one. */
  isGone?: ((path: string) => Promise<boolean>) | undefined
}

/**
 * Files documents in one transaction: a new one becomes a drawer named after its path, a changed one a text revision
 * of its drawer, wherever that was moved to; an unchanged one files nothing, and one that was renamed only says so. A document that cannot be filed fails
 * alone. Where a drawer that no document made has the name, the document is filed without one.
 */
export async function fileDocuments(tx: Db, change: Change, input: FileDocuments): Promise<FiledBatch> {
  const room = input.room === undefined ? undefined : toName('room', input.room)
  const { row: wing } = await createWing(tx, change, { name: input.wing })
  // two that file into one wing take turns, so that each sees what the other filed
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`loci:documents:${wing.id}`}, 0))`)
  const { valid, errors } = sortOut(input)
  const paths = valid.map(pathOf)
  const { palaceId } = change
  const known = await filedDocuments(tx, { palaceId, wing: wing.name, kind: input.kind, paths, lock: true })
  const byPath = new Map(known.map((document) => [document.path, document]))
  const unknown = valid.filter(({ path }) => !byPath.has(path))
  const { kind = 'file', isGone } = input
  const renamed = isGone
    ? await findRenamed(tx, { palaceId, wing: wing.name, kind, documents: unknown, isGone })
    : new Map<string, FiledDocument>()
  let updated = await relocateDocuments(tx, change, relocations(unknown, renamed))
  const fresh = unknown.filter(({ path }) => !renamed.has(path))
  for (const { path, content } of valid) {
    const { id, hash } = byPath.get(path) ?? {}
    if (id === undefined || hash === contentHash(content)) continue
    await updateDrawer(tx, change, { drawerId: id, content, maxBytes: input.maxBytes })
    updated++
  }
  const added = await addDocuments(tx, change, { ...input, wing: wing.name, room }, fresh)
  return { added, updated, unchanged: valid.length - added - updated, errors }
}

const pathOf = ({ path }: MinedDocument) => path

const relocations = (documents: MinedDocument[], renamed: ReadonlyMap<string, FiledDocument>): Relocation[] =>
  documents.flatMap(({ path, uri = path, name = path }) => {
    const known = renamed.get(path)
    return known ? [{ id: known.id, document: path, uri, name }] : []
  })

/** Which documents can be filed, and what is wrong with the others. */
function sortOut({ documents, maxBytes }: FileDocuments): { valid: MinedDocument[]; errors: DocumentError[] } {
  const valid = new Map<string, MinedDocument>()
  const errors: DocumentError[] = []
  for (const document of documents) {
    try {
      checkContent(document.content, maxBytes)
      const path = document.path.normalize('NFC')
      const name = toName('drawer', document.name ?? document.path)
      valid.set(path, { ...document, path, name, ...(document.room && { room: toName('room', document.room) }) })
    } catch (error) {
      errors.push(toDocumentError(document.path, error))
    }
  }
  return { valid: [...valid.values()], errors }
}

function byRoom(documents: MinedDocument[], room: string | undefined): Map<string, MinedDocument[]> {
  const rooms = new Map<string, MinedDocument[]>()
  for (const document of documents) {
    const name = room ?? document.room ?? roomFor(document.path)
    const others = rooms.get(name)
    if (others) others.push(document)
    else rooms.set(name, [document])
  }
  return rooms
}

/** Files documents that the wing does not hold yet, room by room, and gives how many became drawers. */
async function addDocuments(tx: Db, change: Change, input: FileDocuments, documents: MinedDocument[]): Promise<number> {
  let added = 0
  for (const [room, inRoom] of byRoom(documents, input.room)) {
    const placed = await ensureRoom(tx, change, { wing: input.wing, room })
    const drawers = inRoom.map(({ path, name = path, uri = path, content, tags = [], room: _, ...about }) => ({
      name,
      content,
      tags,
      source: { uri, kind: input.kind ?? 'file', document: path, ...about },
      addedBy: input.addedBy,
    }))
    const created = await createNamedDrawers(tx, change, placed, drawers)
    added += created.size
    // where a drawer that no document made has the name, the same text is that drawer, another goes without a name
    for (const { name, ...drawer } of drawers.filter((one) => !created.has(one.name))) {
      const place = { wing: input.wing, room: placed.id }
      const { created: isNew } = await createDrawer(tx, change, { ...drawer, ...place })
      if (isNew) added++
    }
  }
  return added
}

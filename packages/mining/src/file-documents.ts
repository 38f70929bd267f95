import { isPalaceError, toPalaceError } from '@loci/contract'
import { checkContent, contentHash, createDrawer, createWing, toName, updateDrawer } from '@loci/palace-hierarchy'
import type { Change } from '@loci/revisions'
import { array, type Db, rows, tables } from '@loci/store'
import { sql } from 'drizzle-orm'
import type { FiledBatch, MinedDocument } from './mine-project.ts'
import { roomFor } from './projects/names.ts'

const { liveDrawers, liveRooms, liveWings } = tables

/** What a drawer that was made from a file says of its source. */
const kind = 'file'

interface FiledDocument {
  path: string
  id: string
  hash: string
}

interface Wing {
  palaceId: string
  wing: string
}

/** The paths of those documents that the wing holds just as they are. */
export async function unchangedDocuments(
  db: Db,
  { documents, ...wing }: Wing & { documents: { path: string; hash: string }[] },
): Promise<Set<string>> {
  const filed = await filedDocuments(db, { ...wing, paths: documents.map(({ path }) => path) })
  const hashes = new Map(filed.map(({ path, hash }) => [path, hash]))
  return new Set(documents.filter(({ path, hash }) => hashes.get(path) === hash).map(({ path }) => path))
}

/** Which of the paths a wing holds as documents, and the hash of each one's text. */
function filedDocuments(db: Db, input: Wing & { paths: string[] }): Promise<FiledDocument[]> {
  return rows<FiledDocument>(
    db,
    sql`select d.source_document as path, d.id, d.content_hash as hash
      from ${liveDrawers} d
      join ${liveRooms} r on r.palace_id = d.palace_id and r.id = d.room_id
      join ${liveWings} w on w.palace_id = r.palace_id and w.id = r.wing_id
      where d.palace_id = ${input.palaceId} and w.name = ${input.wing.normalize('NFC')} and d.source_kind = ${kind}
        and d.source_document = any(${array(input.paths, 'text')})
      order by d.id`,
  )
}

export interface FileDocuments {
  wing: string
  /** One room for all; otherwise the top-level folder of each path. */
  room?: string | undefined
  documents: MinedDocument[]
  addedBy: string
  maxBytes: number
}

/**
 * Files documents in one transaction: a new one becomes a drawer named after its path, a changed one a text revision
 * of its drawer, wherever that was moved to; an unchanged one files nothing. A document that cannot be filed fails
 * alone. Where a drawer that no document made has the name, the document is filed without one.
 */
export async function fileDocuments(tx: Db, change: Change, input: FileDocuments): Promise<FiledBatch> {
  const room = input.room === undefined ? undefined : toName('room', input.room)
  const { row: wing } = await createWing(tx, change, { name: input.wing })
  // two that file into one wing take turns, so that each sees what the other filed
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`loci:documents:${wing.id}`}, 0))`)
  const paths = input.documents.map((document) => document.path)
  const known = await filedDocuments(tx, { palaceId: change.palaceId, wing: wing.name, paths })
  const byPath = new Map(known.map((document) => [document.path, document]))
  const filed: FiledBatch = { added: 0, updated: 0, unchanged: 0, errors: [] }
  for (const document of input.documents) {
    try {
      checkContent(document.content, input.maxBytes)
      filed[await fileDocument(tx, change, { ...input, wing: wing.name, room }, document, byPath.get(document.path))]++
    } catch (error) {
      if (!isPalaceError(error) || error.code === 'unavailable') throw error
      const { code, message } = toPalaceError(error)
      filed.errors.push({ path: document.path, code, message })
    }
  }
  return filed
}

async function fileDocument(
  tx: Db,
  change: Change,
  input: FileDocuments,
  { path, uri, content }: MinedDocument,
  known: FiledDocument | undefined,
): Promise<'added' | 'updated' | 'unchanged'> {
  if (known !== undefined) {
    if (known.hash === contentHash(content)) return 'unchanged'
    const { updatedFields } = await updateDrawer(tx, change, { drawerId: known.id, content, maxBytes: input.maxBytes })
    return updatedFields.length > 0 ? 'updated' : 'unchanged'
  }
  const drawer = {
    wing: input.wing,
    room: input.room ?? roomFor(path),
    content,
    source: { uri: uri ?? path, kind, document: path },
    addedBy: input.addedBy,
  }
  const named = createDrawer(tx, change, { ...drawer, name: path })
  const { created } = await named.catch((error: unknown) => {
    if (!isPalaceError(error) || error.code !== 'drawer.name_taken') throw error
    return createDrawer(tx, change, drawer)
  })
  return created ? 'added' : 'unchanged'
}

import { contentHash } from '@loci/palace-hierarchy'
import { array, type Db, rows, tables } from '@loci/store'
import { sql } from 'drizzle-orm'
import type { DocumentKind, MinedDocument } from './documents.ts'

const { liveDrawers, liveRooms, liveWings } = tables

interface Filed {
  id: string
  path: string
  hash: string
}

/**
 * Which of the documents that a wing does not know are those that it knows by another path: the text is the same, and
 * nothing is at the old path any more. The drawer of each, by its new path; a drawer is one document only.
 */
export async function findRenamed(
  db: Db,
  input: {
    palaceId: string
    wing: string
    kind: DocumentKind
    documents: MinedDocument[]
    isGone: (path: string) => Promise<boolean>
  },
): Promise<Map<string, Filed>> {
  const byHash = new Map(input.documents.map((document) => [contentHash(document.content), document.path]))
  if (byHash.size === 0) return new Map()
  const candidates = await rows<Filed>(
    db,
    sql`select d.id, d.source_document as path, d.content_hash as hash from ${liveDrawers} d
      join ${liveRooms} r on r.palace_id = d.palace_id and r.id = d.room_id
      join ${liveWings} w on w.palace_id = r.palace_id and w.id = r.wing_id
      where d.palace_id = ${input.palaceId} and d.content_hash = any(${array([...byHash.keys()], 'text')})
        and w.name = ${input.wing.normalize('NFC')} and d.source_kind = ${input.kind} and d.source_document is not null
      order by d.id`,
  )
  const renamed = new Map<string, Filed>()
  for (const candidate of candidates) {
    const path = byHash.get(candidate.hash)
    if (path !== undefined && !renamed.has(path) && (await input.isGone(candidate.path))) renamed.set(path, candidate)
  }
  return renamed
}

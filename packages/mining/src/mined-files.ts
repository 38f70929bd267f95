import { createHash } from 'node:crypto'
import { array, beginning, type Db, rows, tables } from '@loci/store'
import { sql } from 'drizzle-orm'
import type { DocumentKind } from './documents.ts'

const { drawers, liveWings, minedFiles } = tables

// another reader may find more in the same bytes: raise it when what is read out of a file changes
const reader = 1

/** A file as it is now: its path below the root, and a digest of its bytes and of how they are read. */
export interface FileRevision {
  path: string
  revision: string
}

/** The digest of a file that is read in a certain way. */
export async function revisionOf(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  how: readonly unknown[],
): Promise<string> {
  const digest = createHash('sha256').update(JSON.stringify([reader, ...how]))
  for await (const chunk of chunks) digest.update(chunk)
  return digest.digest('hex')
}

interface Where {
  palaceId: string
  wing: string
  kind: DocumentKind
}

/**
 * How many documents came of a file the last time, if all of it is filed just as it is; otherwise undefined. A file is
 * read again once anything that was mined has gone to the trash since.
 */
export async function documentsOfKnownFile(
  db: Db,
  { palaceId, wing, kind, path, revision }: Where & FileRevision,
): Promise<number | undefined> {
  const [row] = await rows<{ documents: number }>(
    db,
    sql`select f.documents from ${minedFiles} f
      join ${liveWings} w on w.palace_id = f.palace_id and w.id = f.wing_id
      where f.palace_id = ${palaceId} and w.name = ${wing.normalize('NFC')} and f.kind = ${kind}
        and ${beginning(sql`f.path`)} = ${beginning(sql`${path}::text`)} and f.path = ${path} and f.revision = ${revision}
        and not exists (
          select 1 from ${drawers} d where d.palace_id = f.palace_id and d.deleted_at >= f.mined_at and d.source_kind = f.kind)`,
  )
  return row?.documents
}

/** Remembers files that were filed whole. Where there is no such wing, as nothing was filed, there is nothing to remember. */
export async function rememberFiles(
  db: Db,
  { palaceId, wing, kind, files }: Where & { files: (FileRevision & { documents: number })[] },
): Promise<void> {
  if (files.length === 0) return
  const latest = [...new Map(files.map((file) => [file.path, file])).values()]
  await db.execute(sql`
    insert into ${minedFiles} (palace_id, wing_id, kind, path, revision, documents)
    select w.palace_id, w.id, ${kind}, f.path, f.revision, f.documents
    from ${liveWings} w
    cross join unnest(${array(
      latest.map(({ path }) => path),
      'text',
    )}, ${array(
      latest.map(({ revision }) => revision),
      'text',
    )}, ${array(
      latest.map(({ documents }) => documents),
      'integer',
    )}) as f (path, revision, documents)
    where w.palace_id = ${palaceId} and w.name = ${wing.normalize('NFC')}
    on conflict (palace_id, wing_id, kind, "left"(path, 600), md5(path)) do update
      set revision = excluded.revision, documents = excluded.documents, mined_at = now()`)
}

import { documentHeadBytes, type ExtractedDocument, extractText, isDocument } from '@loci/documents'
import type { MineOptions } from '../documents.ts'
import { revisionOf } from '../mined-files.ts'
import { readBounded, readHead } from '../projects/read-bounded.ts'
import { readDocument } from '../projects/read-document.ts'
import type { Skip } from '../projects/skip-reasons.ts'
import type { FileEntry } from '../projects/walk-entry.ts'

/**
 * Bytes of a document's file, and of its text in UTF-8, at most. Both are in memory as a whole while it is read, for the
 * directory of a zip and the tables of a PDF stand at their end; few that hold text are larger.
 */
export const maxDocumentBytes = 64 * 1024 * 1024

/**
 * The text of the document in a file that the walk found, or why it gives none. What is no document is skipped for what
 * mining of projects says of it, with `maxBytes` as there, and as `no_document` where that would file it. A file that is
 * filed just as it is, is not parsed: only how many documents came of it.
 */
export async function extractFile(
  entry: Pick<FileEntry, 'absolute' | 'path'>,
  { maxBytes, target, secrets }: Pick<MineOptions, 'maxBytes' | 'target' | 'secrets'>,
): Promise<(ExtractedDocument & { revision?: string | undefined }) | { known: number } | Skip> {
  const head = await readHead(entry.absolute, documentHeadBytes)
  if (!Buffer.isBuffer(head)) return head
  if (!isDocument(head)) {
    const read = await readDocument(entry, { maxBytes })
    return 'reason' in read ? read : { reason: 'no_document' }
  }
  const bytes = await readBounded(entry.absolute, { maxBytes: maxDocumentBytes, inPlace: true })
  if (!Buffer.isBuffer(bytes)) return bytes
  const revision = target.known && (await revisionOf([bytes], [secrets]))
  const known = revision === undefined ? undefined : await target.known?.({ path: entry.path, revision })
  if (known !== undefined) return { known }
  const read = await extractText(bytes, { maxBytes: maxDocumentBytes })
  return 'reason' in read ? read : { ...read, revision }
}

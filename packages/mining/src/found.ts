import { toPalaceError } from '@loci/contract'
import { checkContent, contentHash } from '@loci/palace-hierarchy'
import type { ChatCounts, DocumentError, MinedDocument } from './documents.ts'
import type { SkipReason } from './projects/skip-reasons.ts'

/**
 * What comes out of a source: what to file, what no drawer can hold, what is left out and why, and up to which path all
 * of it has come.
 */
export type Found =
  | { kind: 'document'; document: MinedDocument; hash: string; bytes: number }
  | { kind: 'failed'; error: DocumentError }
  | { kind: 'skipped'; path: string; reason: SkipReason; times?: number }
  | { kind: 'done'; path: string; chats?: ChatCounts | undefined; revision?: string | undefined }
  | { kind: 'known'; path: string; documents: number }

/** A document as it is found. */
export const found = (document: MinedDocument): Found => ({
  kind: 'document',
  document,
  hash: contentHash(document.content),
  bytes: Buffer.byteLength(document.content),
})

/** A document as it is found, or the error when it is more than a drawer of `maxBytes` can hold. */
export function foundToFit(document: MinedDocument, maxBytes: number): Found {
  try {
    checkContent(document.content, maxBytes)
    return found(document)
  } catch (error) {
    return { kind: 'failed', error: toDocumentError(document.path, error) }
  }
}

/** What an error says of the document that it is about. */
export function toDocumentError(path: string, error: unknown): DocumentError {
  const { code, message } = toPalaceError(error)
  return { path, code, message }
}

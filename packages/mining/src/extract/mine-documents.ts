import { fileOf } from '@loci/palace-hierarchy'
import type { MineOptions, MinePosition } from '../documents.ts'
import { fileInBatches } from '../file-in-batches.ts'
import type { Found } from '../found.ts'
import type { FileEntry } from '../projects/walk-entry.ts'
import { walkProject } from '../projects/walk.ts'
import { extractFile, maxDocumentBytes } from './extract-file.ts'
import { foundParts } from './found-parts.ts'

/**
 * Files the texts of the office documents, PDFs, books and web pages of a folder tree, a drawer a page, slide, sheet or
 * chapter, in the order of the walk. One file is in memory at a time. Begins after `from` when a run is gone on with.
 */
export const mineDocuments = (options: MineOptions): Promise<MinePosition> =>
  fileInBatches(documentsBelow(options), options)

async function* documentsBelow(options: MineOptions): AsyncGenerator<Found> {
  const { root, signal, from } = options
  const after = from?.after ?? undefined
  for await (const entry of walkProject(root, { maxBytes: maxDocumentBytes, signal, after })) {
    if (entry.kind === 'skipped') yield entry
    else yield* documentsOf(entry, options)
  }
}

async function* documentsOf(entry: FileEntry, options: MineOptions): AsyncGenerator<Found> {
  const { path } = entry
  // it would be taken for a part of another file
  const read = fileOf(path) === path ? await extractFile(entry, options) : ({ reason: 'name' } as const)
  if ('reason' in read) {
    yield { kind: 'skipped', path, reason: read.reason }
    return
  }
  if ('known' in read) {
    yield { kind: 'known', path, documents: read.known }
    return
  }
  yield* foundParts(entry, read, options)
  yield { kind: 'done', path, revision: read.revision }
}

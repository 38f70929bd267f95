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

async function* documentsBelow({ root, maxBytes, signal, from }: MineOptions): AsyncGenerator<Found> {
  const after = from?.after ?? undefined
  for await (const entry of walkProject(root, { maxBytes: maxDocumentBytes, signal, after })) {
    if (entry.kind === 'skipped') yield entry
    else yield* documentsOf(entry, maxBytes)
  }
}

async function* documentsOf(entry: FileEntry, maxBytes: number): AsyncGenerator<Found> {
  const { path } = entry
  // it would be taken for a part of another file
  const read = fileOf(path) === path ? await extractFile(entry, { maxBytes }) : ({ reason: 'name' } as const)
  if ('reason' in read) {
    yield { kind: 'skipped', path, reason: read.reason }
    return
  }
  yield* foundParts(entry, read, { maxBytes })
  yield { kind: 'done', path }
}

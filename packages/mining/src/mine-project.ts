import type { MineOptions, MinePosition } from './documents.ts'
import { fileInBatches } from './file-in-batches.ts'
import type { Found } from './found.ts'
import { readProject } from './projects/read-project.ts'

/**
 * Files a folder tree, a drawer a file, in the order of the walk. Begins after `from` when a run is gone on with.
 */
export const mineProject = (options: MineOptions): Promise<MinePosition> => fileInBatches(documentsOf(options), options)

async function* documentsOf({ root, maxBytes, signal, from }: MineOptions): AsyncGenerator<Found> {
  for await (const entry of readProject(root, { maxBytes, signal, after: from?.after ?? undefined })) {
    if (entry.kind === 'skipped') {
      yield entry
      continue
    }
    const { path, absolute, text, hash, bytes } = entry
    yield { kind: 'document', document: { path, uri: absolute, content: text }, hash, bytes }
    yield { kind: 'done', path }
  }
}

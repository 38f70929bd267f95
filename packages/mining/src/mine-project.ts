import { readProject } from './projects/read-project.ts'
import type { SkipReason } from './projects/skip-reasons.ts'

/** What a drawer that was made from a document says of its source. */
export type DocumentKind = 'file' | 'chat'

/** A document as it is filed. */
export interface MinedDocument {
  /** What it is known by in its wing: its path below the root, or the key of an exchange. */
  path: string
  /** The name of its drawer; its path when not given. */
  name?: string | undefined
  room?: string | undefined
  author?: string | undefined
  authoredAt?: Date | undefined
  /** Its place in the conversation or text that it is a part of. */
  position?: number | undefined
  tags?: string[] | undefined
  /** Where it is for whoever mined it. */
  uri?: string | undefined
  content: string
}

export interface DocumentError {
  path: string
  code: string
  message: string
}

export interface MineCounts {
  added: number
  updated: number
  unchanged: number
  /** How many entries were left out, by reason. */
  skipped: Partial<Record<SkipReason, number>>
  failed: number
}

/** What became of a batch. */
export interface FiledBatch {
  added: number
  updated: number
  unchanged: number
  errors: DocumentError[]
}

/** Where mined documents go: a palace at hand, or a server. */
export interface MineTarget {
  /** The paths whose document is filed just as it is. */
  unchanged(documents: { path: string; hash: string }[]): Promise<Set<string>>
  /** Files a batch; `resumeAfter` gives the position that a run which goes on after it starts from. */
  file(documents: MinedDocument[], resumeAfter: (filed: FiledBatch) => MinePosition): Promise<FiledBatch>
}

/** How far a run came: everything up to the path `after` is done. */
export interface MinePosition {
  after: string | null
  counts: MineCounts
}

export interface MineOptions {
  root: string
  maxBytes: number
  target: MineTarget
  from?: MinePosition | undefined
  signal?: AbortSignal | undefined
  onSkipped?: (path: string, reason: SkipReason) => void
  onErrors?: (errors: DocumentError[]) => void
  /** Called after each batch. */
  onProgress?: (position: MinePosition) => void | Promise<void>
}

// a batch is as much as is held in memory at once, and as is filed in one transaction
const batchDocuments = 64
const batchBytes = 4 * 1024 * 1024

interface ReadDocument {
  path: string
  uri: string
  text: string
  hash: string
}

const startPosition = (): MinePosition => ({
  after: null,
  counts: { added: 0, updated: 0, unchanged: 0, skipped: {}, failed: 0 },
})

/**
 * Files a folder tree, a drawer a file, in the order of the walk and in batches, so that memory is flat in the number
 * of files. Files that are filed already as they are, are not sent. Begins after `from` when a run is gone on with.
 */
export async function mineProject(options: MineOptions): Promise<MinePosition> {
  const { root, maxBytes, signal } = options
  const position = structuredClone(options.from ?? startPosition())
  let batch: ReadDocument[] = []
  let bytes = 0

  const flush = async () => {
    await fileBatch(options, position, batch)
    batch = []
    bytes = 0
    signal?.throwIfAborted()
  }

  for await (const entry of readProject(root, { maxBytes, signal, after: position.after ?? undefined })) {
    if (entry.kind === 'skipped') {
      position.counts.skipped[entry.reason] = (position.counts.skipped[entry.reason] ?? 0) + 1
      options.onSkipped?.(entry.path, entry.reason)
      continue
    }
    const { path, absolute, text, hash } = entry
    batch.push({ path, uri: absolute, text, hash })
    bytes += entry.bytes
    if (batch.length === batchDocuments || bytes >= batchBytes) await flush()
  }
  await flush()
  return position
}

async function fileBatch(options: MineOptions, position: MinePosition, batch: ReadDocument[]): Promise<void> {
  const last = batch.at(-1)
  if (last === undefined) return
  const { target } = options
  const same = await target.unchanged(batch.map(({ path, hash }) => ({ path, hash })))
  const fresh = batch.filter(({ path }) => !same.has(path))
  position.after = last.path
  position.counts.unchanged += batch.length - fresh.length
  if (fresh.length > 0) {
    const documents = fresh.map(({ path, uri, text }) => ({ path, uri, content: text }))
    const filed = await target.file(documents, (counts) => ({ after: last.path, counts: add(position.counts, counts) }))
    position.counts = add(position.counts, filed)
    options.onErrors?.(filed.errors)
  }
  await options.onProgress?.(position)
}

const add = (counts: MineCounts, filed: FiledBatch): MineCounts => ({
  ...counts,
  added: counts.added + filed.added,
  updated: counts.updated + filed.updated,
  unchanged: counts.unchanged + filed.unchanged,
  failed: counts.failed + filed.errors.length,
})

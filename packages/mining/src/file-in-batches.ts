import { contentHash } from '@loci/palace-hierarchy'
import type { ChatCounts, FiledBatch, MineCounts, MinedDocument, MineOptions, MinePosition } from './documents.ts'
import { FileLedger, type ReadFile } from './file-ledger.ts'
import type { Found } from './found.ts'
import type { SkipReason } from './projects/skip-reasons.ts'
import { treatSecrets } from './secrets/treat-secrets.ts'

// a batch is as much as is held in memory at once, and as is filed in one transaction
const batchDocuments = 64
const batchBytes = 4 * 1024 * 1024

interface Batch {
  documents: Extract<Found, { kind: 'document' }>[]
  bytes: number
  /** What was left out on the way to it, how much could not be filed, and what chats held. */
  skipped: Partial<Record<SkipReason, number>>
  failed: number
  chats: ChatCounts | undefined
  secrets: Record<string, number>
  /** How many documents came of files that need not be read again. */
  known: number
  /** The files that end in it, and the numbers of its first and last document. */
  files: ReadFile[]
  first: number | undefined
  last: number
  /** Where a run goes on once the batch is filed. */
  after: string | null
}

const startPosition = (): MinePosition => ({
  after: null,
  counts: { added: 0, updated: 0, unchanged: 0, skipped: {}, failed: 0 },
})

/**
 * Files what is found in batches, so that memory is flat in how much there is: one is being filed while the next one is
 * read and prepared. What is filed already as it is, is not sent. The counts go on from those of `from`, where a run is
 * gone on with.
 */
export async function fileInBatches(found: AsyncIterable<Found>, options: MineOptions): Promise<MinePosition> {
  const position = structuredClone(options.from ?? startPosition())
  let batch = emptyBatch(position.after)
  let filing: Promise<void> = Promise.resolve()
  const ledger = new FileLedger()
  let files = 0

  const flush = async () => {
    const next = batch
    batch = emptyBatch(next.after)
    const fresh = await selectFresh(options, next)
    // the one before may have failed meanwhile, which its own wait tells
    await Promise.all([filing, options.target.prepare?.(fresh)])
    options.signal?.throwIfAborted()
    filing = fileBatch(options, position, ledger, { ...next, fresh })
    filing.catch(() => {})
  }

  try {
    for await (const one of found) {
      if (one.kind === 'skipped') {
        batch.skipped = addEach(batch.skipped, { [one.reason]: one.times ?? 1 })
        options.onSkipped?.(one.path, one.reason)
      } else if (one.kind === 'known') {
        batch.after = one.path
        batch.known += one.documents
      } else if (one.kind === 'failed') {
        batch.failed++
        ledger.failNext()
        options.onErrors?.([one.error])
      } else if (one.kind === 'done') {
        batch.after = one.path
        files++
        batch.files.push(ledger.endFile(one))
        if (one.chats) batch.chats = addChats(batch.chats, one.chats)
        if (files === options.limit) break
      } else {
        if (batch.documents.length === batchDocuments || batch.bytes >= batchBytes) await flush()
        const { found: secrets, ...safe } = withoutSecrets(one, options)
        batch.documents.push(safe)
        batch.last = ledger.count()
        batch.first ??= batch.last
        batch.bytes += one.bytes
        for (const { rule } of secrets) batch.secrets = addEach(batch.secrets, { [rule]: 1 })
        if (secrets.length > 0) options.onSecrets?.(secrets)
      }
    }
    await flush()
  } finally {
    // whatever ends the reading, nothing is left running behind it
    await filing.catch(() => {})
  }
  await filing
  options.signal?.throwIfAborted()
  return position
}

const emptyBatch = (after: string | null): Batch => ({
  documents: [],
  bytes: 0,
  skipped: {},
  failed: 0,
  chats: undefined,
  secrets: {},
  known: 0,
  files: [],
  first: undefined,
  last: 0,
  after,
})

/** A document as it may be filed, and the secrets that stand in it. */
function withoutSecrets(one: Batch['documents'][number], { secrets }: MineOptions) {
  const { content, found } = treatSecrets(one.document.uri ?? one.document.path, one.document.content, secrets)
  if (content === one.document.content) return { ...one, found }
  return { ...one, document: { ...one.document, content }, hash: contentHash(content), found }
}

/** Those of a batch that are not filed as they are. */
async function selectFresh({ target }: MineOptions, { documents }: Batch): Promise<MinedDocument[]> {
  if (documents.length === 0) return []
  const same = await target.unchanged(documents.map(({ document: { path }, hash }) => ({ path, hash })))
  return documents.map(({ document }) => document).filter(({ path }) => !same.has(path))
}

async function fileBatch(
  options: MineOptions,
  position: MinePosition,
  ledger: FileLedger,
  {
    documents,
    after,
    skipped,
    failed,
    chats,
    secrets,
    known,
    files,
    first,
    last,
    fresh,
  }: Batch & { fresh: MinedDocument[] },
): Promise<void> {
  const { counts } = position
  counts.unchanged += known + documents.length - fresh.length
  counts.failed += failed
  counts.skipped = addEach(counts.skipped, skipped)
  if (chats) counts.chats = addChats(counts.chats, chats)
  if (Object.keys(secrets).length > 0) counts.secrets = addEach(counts.secrets, secrets)
  if (fresh.length > 0) {
    const resumeAfter = (filed: FiledBatch) => ({ after, counts: add(position.counts, filed) })
    const filed = await options.target.file(fresh, resumeAfter)
    position.counts = add(position.counts, filed)
    options.onErrors?.(filed.errors)
    if (filed.errors.length > 0) ledger.failed(first ?? last, last)
  }
  const whole = ledger.filed(files)
  if (whole.length > 0) await options.target.remember?.(whole)
  if (documents.length === 0 && position.after === after) return
  position.after = after
  await options.onProgress?.(position)
}

const add = (counts: MineCounts, filed: FiledBatch): MineCounts => ({
  ...counts,
  added: counts.added + filed.added,
  updated: counts.updated + filed.updated,
  unchanged: counts.unchanged + filed.unchanged,
  failed: counts.failed + filed.errors.length,
})

const addChats = (sum: ChatCounts | undefined, more: ChatCounts): ChatCounts => ({
  messages: (sum?.messages ?? 0) + more.messages,
  formats: addEach(sum?.formats, more.formats),
  noise: addEach(sum?.noise, more.noise),
  incomplete: (sum?.incomplete ?? 0) + more.incomplete,
})

function addEach(sum: Record<string, number> = {}, more: Record<string, number>): Record<string, number> {
  const total = { ...sum }
  for (const [name, count] of Object.entries(more)) total[name] = (total[name] ?? 0) + count
  return total
}

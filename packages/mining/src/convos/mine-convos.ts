import { lstat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  createReport,
  fileSource,
  folderSource,
  readConversations,
  type ReadReport,
  type Source,
  toExchanges,
} from '@loci/conversations'
import type { MineOptions, MinePosition } from '../documents.ts'
import { fileInBatches } from '../file-in-batches.ts'
import type { Found } from '../found.ts'
import { revisionOf } from '../mined-files.ts'
import type { SkipReason } from '../projects/skip-reasons.ts'
import { walkProject } from '../projects/walk.ts'
import { chatDocuments, type ChatExtract } from './chat-documents.ts'

/**
 * Files the chats of a folder tree, a drawer an exchange, which is known by its conversation and its first message: a
 * grown file, and the next export of the same chats, file only what is new. Begins after the last file of `from`.
 */
export const mineConvos = (options: MineOptions & { extract?: ChatExtract | undefined }): Promise<MinePosition> =>
  fileInBatches(exchangesBelow(options), options)

async function* exchangesBelow(options: MineOptions & { extract?: ChatExtract | undefined }): AsyncGenerator<Found> {
  const { root, signal, from, target, secrets, extract = 'exchange' } = options
  const folders = new Set<string>()
  for await (const entry of walkProject(root, { maxBytes: Infinity, signal, after: from?.after ?? undefined })) {
    if (entry.kind === 'skipped') {
      yield entry
      continue
    }
    const folder = await exportFolder(root, entry.absolute)
    if (folder !== undefined && folders.has(folder)) continue
    if (folder !== undefined) folders.add(folder)
    const source = folder === undefined ? fileSource(entry.absolute) : await folderSource(folder)
    const { path } = entry
    const revision = target.known && (await revisionOf(bytesOf(source), [extract, secrets]))
    const documents = revision === undefined ? undefined : await target.known?.({ path, revision })
    if (documents === undefined)
      yield* exchangesOfSource(source, { path, revision, uri: folder ?? entry.absolute, extract, signal })
    else yield { kind: 'known', path, documents }
  }
}

/** All bytes of a source, one file after the other. */
async function* bytesOf(source: Source): AsyncGenerator<Uint8Array> {
  for (const file of 'files' in source ? source.files : [source]) {
    // wherever the source is, its files have the same paths in it
    yield Buffer.from(`${file.path.slice(source.path.length)}\0`)
    yield* file.bytes()
  }
}

interface SourceOptions {
  path: string
  revision: string | undefined
  uri: string
  extract: ChatExtract
  signal?: AbortSignal | undefined
}

async function* exchangesOfSource(
  source: Source,
  { path, revision, uri, extract, signal }: SourceOptions,
): AsyncGenerator<Found> {
  const report = createReport()
  for await (const exchange of toExchanges(readConversations(source, { report }))) {
    signal?.throwIfAborted()
    yield* chatDocuments(exchange, uri, extract)
  }
  for (const [reason, times] of Object.entries(report.skipped)) {
    // the keys of a record are only text to the compiler
    yield { kind: 'skipped', path, reason: reason as SkipReason, times }
  }
  yield { kind: 'done', path, revision, chats: countsOf(report) }
}

const countsOf = ({ messages, formats, noise, incomplete }: ReadReport) => ({
  messages,
  formats: { ...formats },
  noise: { ...noise },
  incomplete: incomplete.length,
})

/** The export that a file is a part of: Slack's is a folder whose files tell only together who said what where. */
async function exportFolder(root: string, file: string): Promise<string | undefined> {
  for (let folder = dirname(file); folder.length >= root.length; folder = dirname(folder))
    if (await isSlackExport(folder)) return folder
  return undefined
}

const isSlackExport = async (folder: string): Promise<boolean> =>
  (await Promise.all(['users.json', 'channels.json'].map((name) => isFile(join(folder, name))))).every(Boolean)

const isFile = (path: string): Promise<boolean> =>
  lstat(path).then(
    (stats) => stats.isFile(),
    () => false,
  )

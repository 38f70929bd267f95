import { type Document, readDocument } from './read-document.ts'
import type { FileEntry, SkippedEntry, WalkEntry } from './walk-entry.ts'
import { type WalkOptions, walkProject } from './walk.ts'

export type ProjectEntry = (FileEntry & Document) | SkippedEntry

// so many files are read at a time, and so many texts are in memory
const readAhead = 16

/** The walk of `walkProject`, its order and its errors, each file with its text or the reason why there is none. */
export async function* readProject(root: string, options: WalkOptions): AsyncGenerator<ProjectEntry> {
  const { maxBytes } = options
  const read = (entry: WalkEntry) => (entry.kind === 'file' ? readFile(entry, maxBytes) : Promise.resolve(entry))
  let entries: WalkEntry[] = []
  for await (const entry of walkProject(root, options)) {
    entries.push(entry)
    if (entries.length < readAhead) continue
    yield* await Promise.all(entries.map(read))
    entries = []
  }
  yield* await Promise.all(entries.map(read))
}

async function readFile(entry: FileEntry, maxBytes: number): Promise<ProjectEntry> {
  const document = await readDocument(entry, { maxBytes })
  return 'reason' in document
    ? { kind: 'skipped', path: entry.path, reason: document.reason }
    : { ...entry, ...document }
}

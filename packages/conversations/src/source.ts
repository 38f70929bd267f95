import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** A file to read: its bytes may be asked for more than once. */
export interface SourceFile {
  path: string
  bytes(): AsyncIterable<Uint8Array>
}

/** An export that is a folder: what its files tell belongs together. */
export interface SourceFolder {
  path: string
  files: SourceFile[]
}

export type Source = SourceFile | SourceFolder

/** A file on disk. */
export function fileSource(path: string): SourceFile {
  return { path, bytes: () => createReadStream(path, { highWaterMark: 262_144 }) }
}

/** Text or bytes that are at hand; `path` is only its name. */
export function memorySource(path: string, content: string | Uint8Array): SourceFile {
  return {
    path,
    async *bytes() {
      yield typeof content === 'string' ? Buffer.from(content) : content
    },
  }
}

// what tools gave to an agent, which its transcript holds already
const besideTranscripts = /(?:^|[\\/])tool-results[\\/]|\.meta\.json$/

/**
 * A folder on disk with the regular files in it, in the order of their paths. Links are not followed, and what agents
 * keep of their tools beside the transcripts is left out.
 */
export async function folderSource(path: string): Promise<SourceFolder> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const wanted = paths.filter((file) => !besideTranscripts.test(file.slice(path.length)))
  return { path, files: wanted.toSorted().map(fileSource) }
}

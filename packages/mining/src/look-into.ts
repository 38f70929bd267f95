import { lstat } from 'node:fs/promises'
import { openRoot } from './projects/root.ts'
import { walkProject } from './projects/walk.ts'

/** What has become of the file of a drawer. */
export type SourceState = 'kept' | 'gitignored' | 'missing' | 'unreachable' | 'no_source' | 'out_of_scope'

/**
 * Walks a root as mining does, and tells of its files what has become of each. Of a root that is gone they are all
 * unreachable.
 */
export async function lookInto(
  root: string,
  signal: AbortSignal | undefined,
): Promise<(file: { uri: string; path: string }) => Promise<SourceState>> {
  const found = await walk(root, signal)
  if (found === undefined) return async () => 'unreachable'
  const { files, ignored } = found
  return async ({ uri, path }) => {
    if (files.has(path)) return 'kept'
    if (ignored.some((folder) => path === folder || (folder.endsWith('/') && path.startsWith(folder)))) {
      return (await exists(uri)) ? 'gitignored' : 'missing'
    }
    return (await exists(uri)) ? 'kept' : 'missing'
  }
}

async function walk(root: string, signal: AbortSignal | undefined) {
  const files = new Set<string>()
  const ignored: string[] = []
  try {
    for await (const entry of walkProject(await openRoot(root), { maxBytes: Infinity, signal })) {
      if (entry.kind === 'file') files.add(entry.path)
      else if (entry.reason === 'ignored') ignored.push(entry.path)
    }
    return { files, ignored }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'source.unreadable') return undefined
    throw error
  }
}

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  )

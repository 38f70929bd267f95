import { lstat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { openRoot } from './projects/root.ts'
import { walkProject } from './projects/walk.ts'

/** A drawer that was made from a file, as far as its source says. */
export interface FiledSource {
  id: string
  uri: string | null
  document: string | null
}

/** What has become of the file of a drawer. */
export type SourceState = 'kept' | 'gitignored' | 'missing' | 'unreachable' | 'no_source' | 'out_of_scope'

export interface JudgeOptions {
  /** Only what was mined from here or from below. */
  within?: string | undefined
  /** Whether this machine may look into a root. */
  mayRead: (root: string) => boolean
  signal?: AbortSignal | undefined
}

/** The drawers of one root, by what has become of their files. */
export type JudgedRoot = Map<SourceState, string[]>

/**
 * Looks where the files of drawers are, by the walk that mining takes: whatever mining would read is kept. A root that is
 * gone says nothing about its files: they are unreachable, not missing. What has no root here has the key ''.
 */
export async function judgeSources(
  sources: AsyncIterable<FiledSource>,
  { within, mayRead, signal }: JudgeOptions,
): Promise<Map<string, JudgedRoot>> {
  const judged = new Map<string, JudgedRoot>()
  const roots = new Map<string, FiledSource[]>()
  const note = (root: string, state: SourceState, id: string) => {
    const states = judged.get(root) ?? new Map<SourceState, string[]>()
    judged.set(root, states)
    append(states, state, id)
  }
  for await (const source of sources) {
    const root = rootOf(source)
    if (root === undefined) note('', 'no_source', source.id)
    else if (!isWithin(root, within) || !mayRead(root)) note('', 'out_of_scope', source.id)
    else append(roots, root, source)
  }
  for (const [root, filed] of roots) {
    const stateOf = await lookInto(root, signal)
    for (const source of filed) note(root, await stateOf(source), source.id)
  }
  return judged
}

function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

/** The folder that was mined: what stands before the document's path in the place of the file. */
function rootOf({ uri, document }: FiledSource): string | undefined {
  if (uri === null || document === null || !isAbsolute(uri)) return undefined
  const [whole, part] = [uri.normalize('NFC'), `/${document}`]
  return whole.endsWith(part) ? uri.slice(0, whole.length - part.length) || '/' : undefined
}

const isWithin = (root: string, folder: string | undefined): boolean =>
  folder === undefined || root === folder || root.startsWith(folder.endsWith('/') ? folder : `${folder}/`)

async function lookInto(
  root: string,
  signal: AbortSignal | undefined,
): Promise<(source: FiledSource) => Promise<SourceState>> {
  const found = await walk(root, signal)
  if (found === undefined) return async () => 'unreachable'
  const { files, ignored } = found
  return async ({ uri, document }) => {
    const path = document ?? ''
    if (files.has(path)) return 'kept'
    if (ignored.some((folder) => path === folder || (folder.endsWith('/') && path.startsWith(folder)))) {
      return (await exists(uri ?? '')) ? 'gitignored' : 'missing'
    }
    return (await exists(uri ?? '')) ? 'kept' : 'missing'
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

import { isAbsolute } from 'node:path'
import { fileOf } from '@loci/palace-hierarchy'
import { lookInto, type SourceState } from './look-into.ts'

/** A drawer that was made from a file, as far as its source says. */
export interface FiledSource {
  id: string
  uri: string | null
  kind: string | null
  document: string | null
}

export interface JudgeOptions {
  /** Only what was mined from here or from below. */
  within?: string | undefined
  /** Whether this machine may look into a root. */
  mayRead: (root: string) => boolean
  signal?: AbortSignal | undefined
}

/** The drawers of each file of one root, by what has become of it. */
export type JudgedRoot = Map<SourceState, string[][]>

/** A file with the drawers that were made from it. */
interface FiledFile {
  uri: string
  path: string
  ids: string[]
}

/**
 * Looks where the files of drawers are, by the walk that mining takes: whatever mining would read is kept. A root that is
 * gone says nothing about its files: they are unreachable, not missing. What has no root here has the key ''.
 */
export async function judgeSources(
  sources: AsyncIterable<FiledSource>,
  { within, mayRead, signal }: JudgeOptions,
): Promise<Map<string, JudgedRoot>> {
  const judged = new Map<string, JudgedRoot>()
  const roots = new Map<string, Map<string, FiledFile>>()
  const note = (root: string, state: SourceState, ids: string[]) => {
    const states: JudgedRoot = judged.get(root) ?? new Map<SourceState, string[][]>()
    judged.set(root, states)
    const files = states.get(state)
    if (files) files.push(ids)
    else states.set(state, [ids])
  }
  for await (const source of sources) {
    const file = fileBehind(source)
    const root = file && rootOf(file)
    if (file === undefined || root === undefined) note('', 'no_source', [source.id])
    else if (!isWithin(root, within) || !mayRead(root)) note('', 'out_of_scope', [source.id])
    else addTo(roots, root, file)
  }
  for (const [root, files] of roots) {
    const stateOf = await lookInto(root, signal)
    for (const file of files.values()) note(root, await stateOf(file), file.ids)
  }
  return judged
}

function addTo(roots: Map<string, Map<string, FiledFile>>, root: string, file: FiledFile): void {
  const files = roots.get(root) ?? new Map<string, FiledFile>()
  roots.set(root, files)
  const same = files.get(file.path)
  if (same) same.ids.push(...file.ids)
  else files.set(file.path, file)
}

/** The file that a drawer was made from; of a part of a document, the one that the document is in. */
function fileBehind({ id, uri, kind, document }: FiledSource): FiledFile | undefined {
  if (uri === null || document === null) return undefined
  const inDocument = kind === 'document'
  return { uri: inDocument ? fileOf(uri) : uri, path: inDocument ? fileOf(document) : document, ids: [id] }
}

/** The folder that was mined: what stands before the path of the file in its place. */
function rootOf({ uri, path }: FiledFile): string | undefined {
  if (!isAbsolute(uri)) return undefined
  const [whole, part] = [uri.normalize('NFC'), `/${path}`]
  return whole.endsWith(part) ? uri.slice(0, whole.length - part.length) || '/' : undefined
}

const isWithin = (root: string, folder: string | undefined): boolean =>
  folder === undefined || root === folder || root.startsWith(folder.endsWith('/') ? folder : `${folder}/`)

import { fsyncSync } from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type InitOptions = Parameters<NodeFS['init']>[1]
type Module = PGlite['Module']

interface Stream {
  /** the descriptor behind it; folders have none */
  nfd?: number | undefined
}

/** The folder as a file system whose fsync reaches the disk: the one of Emscripten has none, and reports success. */
export function openSyncedFs(folder: string): NodeFS {
  const fs = new NodeFS(folder)
  const init = fs.init.bind(fs)
  fs.init = async (pg: PGlite, options: InitOptions) => {
    const { emscriptenOpts } = await init(pg, options)
    const preRun = [...(emscriptenOpts.preRun ?? []), addSync]
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }
  return fs
}

function addSync(module: Module): void {
  const { NODEFS } = module.FS.filesystems
  // its types leave out what a file system is made of
  const { stream_ops: operations } = NODEFS as unknown as { stream_ops: { fsync?: (stream: Stream) => number } }
  operations.fsync = ({ nfd }) => {
    if (nfd !== undefined) fsyncSync(nfd)
    return 0
  }
}

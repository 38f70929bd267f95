import { sep } from 'node:path'
import { PalaceError } from '@loci/contract'

/** Refuses to mine a folder of the server's that is not below one of its roots; the local administrator may mine any. */
export function allowRoot(root: string, { mineRoots, isLocal }: { mineRoots: string[]; isLocal: boolean }): void {
  const below = mineRoots.some(
    (allowed) => root === allowed || root.startsWith(allowed.endsWith(sep) ? allowed : allowed + sep),
  )
  if (below || isLocal) return
  throw new PalaceError('source.forbidden', 'this folder of the server may not be mined')
}

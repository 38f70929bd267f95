import { sep } from 'node:path'
import { PalaceError } from '@loci/contract'

interface Roots {
  mineRoots: string[]
  isLocal: boolean
}

/** Whether a folder of the server's is below one of its roots; the local administrator may mine any. */
export const mayMine = (root: string, { mineRoots, isLocal }: Roots): boolean =>
  isLocal ||
  mineRoots.some((allowed) => root === allowed || root.startsWith(allowed.endsWith(sep) ? allowed : allowed + sep))

/** Refuses to mine a folder that may not be mined. */
export function allowRoot(root: string, roots: Roots): void {
  if (mayMine(root, roots)) return
  throw new PalaceError('source.forbidden', 'this folder of the server may not be mined')
}

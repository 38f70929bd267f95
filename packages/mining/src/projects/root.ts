import { constants } from 'node:fs'
import { access, opendir, realpath } from 'node:fs/promises'
import { PalaceError } from '@loci/contract'

const causes: Record<string, string> = {
  ENOENT: 'it does not exist',
  ENOTDIR: 'it is not a folder',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  ELOOP: 'its symbolic links lead in a circle',
  ENAMETOOLONG: 'its path is too long',
}

/**
 * The real path of a folder to mine, which may be given as a link or relative to the working folder.
 * `source.unreadable` when it is missing, not a folder, or may not be listed.
 */
export async function openRoot(folder: string): Promise<string> {
  try {
    const root = await realpath(folder)
    const listing = await opendir(root)
    await listing.close()
    await access(root, constants.R_OK | constants.X_OK)
    return root
  } catch (error) {
    throw unreadableRoot(folder, error)
  }
}

/** `source.unreadable` with the folder as the caller named it. */
export function unreadableRoot(folder: string, cause: unknown): PalaceError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const why = causes[code] ?? 'it is not a path that can be opened'
  return new PalaceError('source.unreadable', `cannot read the folder ${JSON.stringify(folder)}: ${why}`, { cause })
}

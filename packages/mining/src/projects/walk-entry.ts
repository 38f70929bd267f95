import { lstat } from 'node:fs/promises'
import { reasonOf } from './read-bounded.ts'
import type { SkipReason } from './skip-reasons.ts'

export interface FileEntry {
  kind: 'file'
  /** Relative to the root, with `/` between its parts, in NFC. */
  path: string
  /** Where it is on disk. */
  absolute: string
  /** Bytes. */
  size: number
}

export interface SkippedEntry {
  kind: 'skipped'
  /** As of a file, for the eye: what cannot be shown is written \xHH. A folder skipped as a whole ends in `/`. */
  path: string
  reason: SkipReason
}

export type WalkEntry = FileEntry | SkippedEntry

/** What a name that was listed as a file is now. */
export async function inspectFile(path: string, absolute: string, maxBytes: number): Promise<WalkEntry> {
  const skipped = (reason: SkipReason): SkippedEntry => ({ kind: 'skipped', path, reason })
  try {
    const stats = await lstat(absolute)
    if (stats.isSymbolicLink()) return skipped('symlink')
    if (!stats.isFile()) return skipped('special')
    return stats.size > maxBytes ? skipped('too_large') : { kind: 'file', path, absolute, size: stats.size }
  } catch (error) {
    return skipped(reasonOf(error))
  }
}

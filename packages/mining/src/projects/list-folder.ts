import { isUtf8 } from 'node:buffer'
import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { displayName } from './names.ts'

export interface Listed {
  kind: 'folder' | 'file' | 'symlink' | 'special'
  /** The name on disk. */
  name: string
  /** The name on disk as byte text. */
  bytes: string
  /** Its part of a path: in NFC, for the eye, with a slash behind a folder. Two entries may have the same. */
  part: string
  /** Whether the name is UTF-8 and without control characters, so that `part` is all of it. */
  legible: boolean
}

/**
 * The entries of a folder by code unit of their parts, so that a depth-first walk gives ascending paths. System errors
 * pass.
 */
export async function listFolder(folder: string): Promise<Listed[]> {
  const entries = await readdir(folder, { withFileTypes: true, encoding: 'buffer' })
  return entries.map(toListed).sort((a, b) => compare(a.part, b.part) || compareTwins(a, b))
}

function toListed(entry: Dirent<Buffer>): Listed {
  const kind = kindOf(entry)
  const name = entry.name.toString('utf8')
  const whole = isUtf8(entry.name) ? name.normalize('NFC') : undefined
  const shown = displayName(whole ?? entry.name)
  const part = kind === 'folder' ? `${shown}/` : shown
  return { kind, name, bytes: entry.name.toString('latin1'), part, legible: shown === whole }
}

function kindOf(entry: Dirent<Buffer>): Listed['kind'] {
  if (entry.isDirectory()) return 'folder'
  if (entry.isSymbolicLink()) return 'symlink'
  return entry.isFile() ? 'file' : 'special'
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The one that is in NFC on disk comes first and keeps the name. */
const compareTwins = (a: Listed, b: Listed) => Number(!isNfc(a)) - Number(!isNfc(b)) || compare(a.name, b.name)

const isNfc = ({ name }: Listed) => name === name.normalize('NFC')

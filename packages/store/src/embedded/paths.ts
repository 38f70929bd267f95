import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join, resolve } from 'node:path'

export interface EmbeddedPaths {
  home: string
  data: string
  log: string
  socket: string
}

// sun_path holds 104 bytes on macOS, 108 on Linux, one of them the end mark
const socketPathLimit = 100

/** Where the embedded database of a home keeps its things. Makes the home, for its owner alone, when it is missing. */
export function embeddedPaths(folder: string): EmbeddedPaths {
  const home = resolve(folder)
  mkdirSync(home, { recursive: true, mode: 0o700 })
  return { home, data: join(home, 'postgres'), log: join(home, 'postgres.log'), socket: socketPath(home) }
}

function socketPath(home: string): string {
  const name = `loci-${shortHash(home)}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  const path = join(home, 'postgres.sock')
  return Buffer.byteLength(path) <= socketPathLimit ? path : join(privateFolder(), `${name}.sock`)
}

function privateFolder(): string {
  const { uid } = userInfo()
  const folder = join(tmpdir(), `loci-${uid}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // anyone may make a name in the temporary folder first
  const found = lstatSync(folder)
  if (!found.isDirectory() || found.uid !== uid || (found.mode & 0o077) !== 0) {
    throw new Error(`${folder} is not a private folder of this user`)
  }
  return folder
}

export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24)
}

import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'

// Postgres takes a folder with this file for a database
const mark = 'PG_VERSION'

/**
 * Makes the folder a whole database or leaves it empty, wherever a process or the machine may be stopped: `make` fills a
 * folder beside it, which is moved into place when it is on the disk. Throws when the folder holds something else.
 */
export async function prepareFolder(
  folder: string,
  make: (folder: string) => Promise<void>,
  fsync = true,
): Promise<void> {
  if (existsSync(join(folder, mark))) return
  const made = `${folder}.new`
  const ready = `${folder}.ready`
  if (!existsSync(ready)) {
    if (readdirSync(folder).length > 0) throw new Error(`${folder} holds no database, and is not empty`)
    rmSync(made, { recursive: true, force: true })
    mkdirSync(made, { mode: 0o700 })
    await make(made)
    if (fsync && process.platform !== 'win32') syncTree(made)
    renameSync(made, ready)
  }
  // the folder itself is kept, as the lock is on it
  const names = readdirSync(ready).filter((name) => name !== mark)
  for (const name of names) renameSync(join(ready, name), join(folder, name))
  if (existsSync(join(ready, mark))) renameSync(join(ready, mark), join(folder, mark))
  rmdirSync(ready)
}

function syncTree(path: string): void {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inner = join(path, entry.name)
    if (entry.isDirectory()) syncTree(inner)
    else syncPath(inner)
  }
  syncPath(path)
}

function syncPath(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

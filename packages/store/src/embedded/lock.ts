import { once } from 'node:events'
import { closeSync, constants, fstatSync, openSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { shortHash } from './paths.ts'

export interface Lock {
  close(): Promise<void>
}

/**
 * Makes the folder this process's alone, or gives undefined when another process has it. The kernel holds the lock and
 * drops it when the process ends, however it ends: an abstract socket on Linux, a pipe on Windows, a locked file elsewhere.
 */
export async function takeLock(folder: string): Promise<Lock | undefined> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (process.platform !== 'linux' && process.platform !== 'win32') return lockFile(`${folder}.lock`)
  if (process.platform === 'win32') {
    const { dev, ino } = await stat(folder, { bigint: true })
    return lockName(join('\\\\.\\pipe', `loci-lock-${shortHash(`${dev}:${ino}`)}`))
  }
  // while it is open its inode cannot be given to another folder, even when it is deleted
  const descriptor = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY)
  const { dev, ino } = fstatSync(descriptor, { bigint: true })
  const lock = await lockName(`\0loci-${shortHash(`${dev}:${ino}`)}`)
  if (!lock) closeSync(descriptor)
  return (
    lock && {
      async close() {
        await lock.close()
        closeSync(descriptor)
      },
    }
  )
}

async function lockName(path: string): Promise<Lock | undefined> {
  const server = createServer((socket) => socket.destroy())
  try {
    server.listen({ path, exclusive: true })
    await once(server, 'listening')
  } catch (error) {
    if (isCode(error, 'EADDRINUSE')) return undefined
    throw error
  }
  server.unref()
  return {
    async close() {
      server.close()
      await once(server, 'close')
    },
  }
}

// O_EXLOCK of the BSDs and macOS, which Node does not name
const exclusiveLock = 0x20

function lockFile(path: string): Lock | undefined {
  const { O_RDWR, O_CREAT, O_NONBLOCK } = constants
  try {
    const descriptor = openSync(path, O_RDWR | O_CREAT | O_NONBLOCK | exclusiveLock, 0o600)
    return { close: async () => closeSync(descriptor) }
  } catch (error) {
    if (isCode(error, 'EAGAIN')) return undefined
    throw error
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

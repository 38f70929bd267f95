import { closeSync, constants, fstatSync, open, read, readlinkSync, realpathSync } from 'node:fs'
import { promisify } from 'node:util'
import { PalaceError } from '@loci/contract'
import type { Skip } from './skip-reasons.ts'

// a link or pipe put in the file's place is neither followed nor waited for
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY
// what may wait for the disk is asynchronous; the rest is sooner done than handed to a thread
const openFile = promisify(open)
const readFile = promisify(read)
const firstGuess = 16_384

interface ReadOptions {
  /** Most bytes to read; a longer file is `too_large`. */
  maxBytes: number
  /** Refuse a file that is no longer at its real path, because a folder above it became a link. */
  inPlace?: boolean
}

/** The bytes of a regular file, or why there are none. `unavailable` when the process is out of files or memory. */
export function readBounded(path: string, { maxBytes, inPlace = false }: ReadOptions): Promise<Buffer | Skip> {
  return withFile(path, inPlace, async (file, size) =>
    size > maxBytes ? { reason: 'too_large' } : readAll(file, size, maxBytes),
  )
}

/** The first bytes of a regular file that is at its real path, so many at most, or why there are none, as above. */
export function readHead(path: string, length: number): Promise<Buffer | Skip> {
  return withFile(path, true, async (file) => {
    const { bytesRead, buffer } = await readFile(file, Buffer.allocUnsafe(length), 0, length, 0)
    return buffer.subarray(0, bytesRead)
  })
}

async function withFile(
  path: string,
  inPlace: boolean,
  use: (file: number, size: number) => Promise<Buffer | Skip>,
): Promise<Buffer | Skip> {
  let file: number | undefined
  try {
    file = await openFile(path, flags)
    const stats = fstatSync(file)
    if (!stats.isFile()) return { reason: 'special' }
    if (inPlace && placeOf(file, path) !== path) return { reason: 'unreadable' }
    return await use(file, stats.size)
  } catch (error) {
    return { reason: reasonOf(error) }
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

function placeOf(file: number, path: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${file}`)
  } catch {
    // a system without /proc: asking the path once more leaves a gap, but a small one
    return realpathSync(path)
  }
}

async function readAll(file: number, size: number, maxBytes: number): Promise<Buffer | Skip> {
  // one byte more than expected tells that the file grew, and files of /proc say size 0
  let bytes = Buffer.allocUnsafe(Math.min(size || firstGuess, maxBytes) + 1)
  let length = 0
  for (;;) {
    const { bytesRead } = await readFile(file, bytes, length, bytes.length - length, null)
    length += bytesRead
    if (length > maxBytes) return { reason: 'too_large' }
    if (bytesRead === 0 || (size > 0 && length === size)) return bytes.subarray(0, length)
    if (length === bytes.length) bytes = Buffer.concat([bytes], Math.min(bytes.length * 2, maxBytes + 1))
  }
}

/** The reason behind a system error that concerns one entry; errors that concern the whole process are thrown. */
export function reasonOf(error: unknown): Skip['reason'] {
  const code = error instanceof Error && 'syscall' in error && 'code' in error ? error.code : undefined
  if (code === undefined) throw error
  if (code === 'EMFILE' || code === 'ENFILE' || code === 'ENOMEM')
    throw new PalaceError('unavailable', 'the system has no more open files or memory to give', { cause: error })
  if (code === 'ELOOP') return 'symlink'
  return code === 'ENXIO' ? 'special' : 'unreadable'
}

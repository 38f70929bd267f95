import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { PalaceError } from '@loci/contract'

/** A text from FILE, or from standard input for `-`, byte for byte. */
export async function readContent(file: string): Promise<string> {
  const bytes =
    file === '-' ? await buffer(process.stdin) : await readFile(file).catch((cause) => unreadable(file, cause))
  try {
    // a byte-order mark is a part of the text
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new PalaceError('input.invalid', `${file === '-' ? 'the input' : file} is not UTF-8 text`, {
      help: 'Convert it to UTF-8 first, for instance with iconv.',
      cause,
    })
  }
}

export const noContent = (message: string): PalaceError =>
  new PalaceError('input.invalid', message, { help: 'Name a FILE, pipe the text in, or give it with --content.' })

function unreadable(file: string, cause: unknown): never {
  const why = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown'
  throw new PalaceError('input.invalid', `cannot read ${file} (${why})`, { help: 'Check that it is a file.', cause })
}

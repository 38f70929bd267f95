import { createHash } from 'node:crypto'
import { decodeText } from './decode.ts'
import { readBounded } from './read-bounded.ts'
import type { Skip } from './skip-reasons.ts'
import type { FileEntry } from './walk-entry.ts'

export interface Document {
  text: string
  /** SHA-256 of the text in UTF-8, in hexadecimal. */
  hash: string
  /** Length of the text in UTF-8. */
  bytes: number
}

/**
 * The text of a file that the walk found, whatever its name ends in, or why it is skipped. At most `maxBytes` + 1 bytes
 * are read, and neither the file nor its text in UTF-8 is longer than `maxBytes`. What became of the file since the
 * walk (gone, grown, a link, a pipe) is a reason as well. `unavailable` when the process is out of files or memory.
 */
export async function readDocument(
  entry: Pick<FileEntry, 'absolute'>,
  { maxBytes }: { maxBytes: number },
): Promise<Document | Skip> {
  const raw = await readBounded(entry.absolute, { maxBytes, inPlace: true })
  if (!Buffer.isBuffer(raw)) return raw
  const text = decodeText(raw)
  if (typeof text !== 'string') return text
  const written = Buffer.from(text, 'utf8')
  if (written.length > maxBytes) return { reason: 'too_large' }
  return { text, hash: createHash('sha256').update(written).digest('hex'), bytes: written.length }
}

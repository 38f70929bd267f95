import { createHash } from 'node:crypto'
import { PalaceError } from '@loci/contract'

/** SHA-256 of a text's UTF-8 bytes, in hexadecimal. */
export const contentHash = (content: string): string => createHash('sha256').update(content, 'utf8').digest('hex')

/** Refuses what is no memory: blank text, or more UTF-8 bytes than `most`. */
export function checkContent(content: string, most: number): void {
  if (content.trim() === '') throw new PalaceError('input.invalid', 'content: is blank')
  const bytes = Buffer.byteLength(content)
  if (bytes > most)
    throw new PalaceError('input.too_large', `the content has ${bytes} bytes, a drawer holds at most ${most}`, {
      help: 'Split it, or raise LOCI_MAX_DRAWER_BYTES of the server.',
      details: { bytes, most },
    })
}

import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { Refusal } from './reasons.ts'

/** The members of a zip container. What they inflate to is counted, all in all, and is never held at once. To open one counts as well. */
export interface Archive {
  has(name: string): boolean
  /** A member in pieces as it is inflated; none if it is absent. */
  read(name: string): AsyncGenerator<Uint8Array, void, undefined>
}

// a document of ten thousand slides has fewer
const maxMembers = 65_536
// to open a member takes time, be it empty, and a document can name the same one any number of times
const openingCost = 4_096

/** Opens a zip container. It is refused as `broken` when its directory is, or when it has more members than any document. */
export async function openArchive(bytes: Uint8Array, maxExpandedBytes: number): Promise<Archive> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const zip = await fromBufferPromise(buffer, { lazyEntries: true, autoClose: false })
  const entries = await entriesOf(zip)
  let left = maxExpandedBytes

  return {
    has: (name) => entries.has(name),
    async *read(name) {
      const entry = entries.get(name)
      if (entry === undefined) return
      if (entry.isEncrypted()) throw new Refusal('encrypted')
      left -= openingCost
      if (left < 0) throw new Refusal('too_large')
      const stream = await zip.openReadStreamPromise(entry)
      try {
        for await (const piece of stream as AsyncIterable<Buffer>) {
          left -= piece.length
          if (left < 0) throw new Refusal('too_large')
          yield piece
        }
      } finally {
        stream.destroy()
      }
    },
  }
}

/** A member as a whole, where it is known to be small. Refused as `too_large` over the limit. */
export async function readMember(archive: Archive, name: string, maxBytes: number): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of archive.read(name)) {
    length += piece.length
    if (length > maxBytes) throw new Refusal('too_large')
    pieces.push(piece)
  }
  return Buffer.concat(pieces, length)
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    // the first of a name, as the others may be there to deceive
    if (!entries.has(entry.fileName)) entries.set(entry.fileName, entry)
    if (entries.size > maxMembers) throw new Refusal('broken')
  }
  return entries
}

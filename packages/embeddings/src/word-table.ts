import { open } from 'node:fs/promises'

/** Words by frequency, with a vector each: the file that `scripts/build-static.mjs` makes and describes. */
export interface WordTable {
  words: number
  dimensions: number
  /** the rank of a word, 0 for the most frequent; -1 if it is not in the table */
  rankOf: (word: string) => number
  /** what a row of `vectors` has to be multiplied with */
  scales: Float32Array
  /** `words` rows of `dimensions` */
  vectors: Int8Array
}

const magic = 'LOCIVEC\0'
const version = 1
const headLength = 28

/** FNV-1a over the code units. */
const hash = (word: string): number => {
  let value = 0x811c9dc5
  for (let index = 0; index < word.length; index += 1) value = Math.imul(value ^ word.charCodeAt(index), 0x01000193)
  return value >>> 0
}

const readWhole = async (path: URL): Promise<ArrayBuffer> => {
  const file = await open(path).catch((cause: unknown) => {
    throw new Error('the table of word vectors is missing: build it', { cause })
  })
  try {
    const { size } = await file.stat()
    const bytes = new Uint8Array(size)
    for (let at = 0; at < size;) {
      const { bytesRead } = await file.read(bytes, at, size - at, at)
      if (bytesRead === 0) throw new Error('the table of word vectors is cut short')
      at += bytesRead
    }
    return bytes.buffer
  } finally {
    await file.close()
  }
}

/**
 * Reads the table in one go; words are looked up in the bytes themselves, so that it takes the memory of the file and
 * no more. Throws if the file is missing, cut short or of another version.
 */
export const readWordTable = async (path: URL): Promise<WordTable> => {
  const buffer = await readWhole(path)
  const head = Buffer.from(buffer, 0, Math.min(headLength, buffer.byteLength))
  if (head.length < headLength || head.toString('latin1', 0, 8) !== magic || head.readUInt32LE(8) !== version) {
    throw new Error('the table of word vectors is not of this version: build it again')
  }
  const words = head.readUInt32LE(12)
  const dimensions = head.readUInt32LE(16)
  const slotCount = head.readUInt32LE(20)
  const letterCount = head.readUInt32LE(24)
  const wanted = headLength + 4 * (slotCount + words + 1 + words) + letterCount + words * dimensions
  if (buffer.byteLength !== wanted) throw new Error('the table of word vectors is cut short')

  const slots = new Uint32Array(buffer, headLength, slotCount)
  const offsets = new Uint32Array(buffer, headLength + 4 * slotCount, words + 1)
  const scales = new Float32Array(buffer, offsets.byteOffset + offsets.byteLength, words)
  const letters = new Uint8Array(buffer, scales.byteOffset + scales.byteLength, letterCount)
  const vectors = new Int8Array(buffer, letters.byteOffset + letterCount, words * dimensions)

  const isWord = (rank: number, word: string): boolean => {
    const from = offsets[rank] ?? 0
    if ((offsets[rank + 1] ?? 0) - from !== word.length) return false
    for (let index = 0; index < word.length; index += 1) {
      if (letters[from + index] !== word.charCodeAt(index)) return false
    }
    return true
  }

  const rankOf = (word: string): number => {
    for (let slot = hash(word); ; slot += 1) {
      const entry = slots[slot & (slotCount - 1)] ?? 0
      if (entry === 0) return -1
      if (isWord(entry - 1, word)) return entry - 1
    }
  }

  return { words, dimensions, rankOf, scales, vectors }
}

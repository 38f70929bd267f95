/** A line, or an element of a list, as it stands in a file. */
export interface ByteRecord {
  /** With the line's break; empty when there were too many to be held. */
  bytes: Buffer
  /** Counted from 1. */
  number: number
  /** Whether its end was there: the last one of a file that still grows may have none. */
  ended: boolean
  huge: boolean
}

const empty = Buffer.alloc(0)

/** Puts records together from the pieces that chunks cut them into. Of one longer than `maxBytes` nothing is kept. */
export function createCollector(maxBytes: number) {
  let pieces: Buffer[] = []
  let length = 0
  let number = 0
  return {
    add(piece: Buffer): void {
      length += piece.length
      if (length > maxBytes) pieces = []
      else pieces.push(piece)
    },
    take(ended: boolean): ByteRecord {
      const huge = length > maxBytes
      const bytes = pieces.length === 1 ? (pieces[0] ?? empty) : Buffer.concat(pieces)
      pieces = []
      length = 0
      number += 1
      return { bytes, number, ended, huge }
    },
    isEmpty: (): boolean => length === 0,
  }
}

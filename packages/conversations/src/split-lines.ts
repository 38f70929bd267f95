/** A line with its line break, if it has one; or one that was too long to be held. */
export interface ByteLine {
  bytes: Buffer
  /** Counted from 1. */
  number: number
  /** Whether a line break ends it: the last line of a file that still grows may have none. */
  ended: boolean
  huge: boolean
}

const newline = 0x0a

/** The lines of a stream, as many at a time as came complete. Of a line longer than `maxBytes` nothing is kept. */
export async function* splitLines(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<ByteLine[]> {
  let pieces: Buffer[] = []
  let length = 0
  let number = 0
  const take = (ended: boolean): ByteLine => {
    number += 1
    const huge = length > maxBytes
    const bytes = huge ? Buffer.alloc(0) : pieces.length === 1 ? (pieces[0] ?? Buffer.alloc(0)) : Buffer.concat(pieces)
    pieces = []
    length = 0
    return { bytes, number, ended, huge }
  }
  const add = (piece: Buffer) => {
    length += piece.length
    if (length > maxBytes) pieces = []
    else pieces.push(piece)
  }
  for await (const chunk of chunks) {
    const lines: ByteLine[] = []
    let begin = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, begin)) {
      add(chunk.subarray(begin, end + 1))
      lines.push(take(true))
      begin = end + 1
    }
    if (begin < chunk.length) add(chunk.subarray(begin))
    if (lines.length > 0) yield lines
  }
  if (length > 0) yield [take(false)]
}

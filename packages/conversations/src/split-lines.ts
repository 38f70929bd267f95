import { type ByteRecord, createCollector } from './byte-records.ts'

const newline = 0x0a

/** The lines of a stream, as many at a time as came complete. */
export async function* splitLines(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<ByteRecord[]> {
  const collector = createCollector(maxBytes)
  for await (const chunk of chunks) {
    const lines: ByteRecord[] = []
    let begin = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, begin)) {
      collector.add(chunk.subarray(begin, end + 1))
      lines.push(collector.take(true))
      begin = end + 1
    }
    if (begin < chunk.length) collector.add(chunk.subarray(begin))
    if (lines.length > 0) yield lines
  }
  if (!collector.isEmpty()) yield [collector.take(false)]
}

import { type ByteRecord, createCollector } from './byte-records.ts'

const quote = 0x22
const backslash = 0x5c
const openings = new Set([0x5b, 0x7b])
const closings = new Set([0x5d, 0x7d])

/** The objects and lists that a JSON list holds, as many at a time as came complete. */
export async function* splitElements(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<ByteRecord[]> {
  const collector = createCollector(maxBytes)
  let depth = 0
  let inText = false
  let escaped = false
  for await (const chunk of chunks) {
    const elements: ByteRecord[] = []
    let begin = depth > 1 ? 0 : -1
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0
      if (inText) {
        if (escaped) escaped = false
        else if (byte === backslash) escaped = true
        else if (byte === quote) inText = false
      } else if (byte === quote) inText = true
      else if (openings.has(byte)) {
        depth += 1
        if (depth === 2) begin = at
      } else if (closings.has(byte)) {
        depth -= 1
        if (depth !== 1) continue
        collector.add(chunk.subarray(begin, at + 1))
        elements.push(collector.take(true))
        begin = -1
      }
    }
    if (begin !== -1) collector.add(chunk.subarray(begin))
    if (elements.length > 0) yield elements
  }
  if (!collector.isEmpty()) yield [collector.take(false)]
}

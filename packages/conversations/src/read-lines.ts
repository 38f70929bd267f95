import { readRecord } from './read-record.ts'
import type { LineAdapter } from './adapter.ts'
import type { FileReading } from './read-conversations.ts'
import { splitLines } from './split-lines.ts'
import type { MessageBatch } from './types.ts'

/** Reads one JSON object a line. Only the lines that came together are held, however long the file is. */
export async function* readLines(adapter: LineAdapter, reading: FileReading): AsyncGenerator<MessageBatch> {
  const { bytes, batcher, context, maxRecordBytes } = reading
  const read = adapter.open(context)
  for await (const lines of splitLines(bytes, maxRecordBytes)) {
    for (const line of lines) {
      const record = readRecord(line, context)
      if (record !== undefined) yield* batcher.add(read(record))
    }
  }
  yield* batcher.add(read(undefined))
}

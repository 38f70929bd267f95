import type { MailAdapter } from './adapter.ts'
import { createCollector } from './byte-records.ts'
import type { FileReading } from './read-conversations.ts'
import { countSkip } from './report.ts'
import { splitLines } from './split-lines.ts'
import type { MessageBatch } from './types.ts'

/** Reads mail by mail. */
export async function* readMail(adapter: MailAdapter, reading: FileReading): AsyncGenerator<MessageBatch> {
  const { batcher, context } = reading
  for await (const part of splitParts(adapter, reading)) {
    if (part.huge) countSkip(context.report, 'huge_record')
    else yield* batcher.add(await adapter.read(part.bytes, context))
  }
}

async function* splitParts(adapter: MailAdapter, { bytes, maxRecordBytes }: FileReading) {
  const collector = createCollector(maxRecordBytes)
  let afterBlank = true
  // what of a line is too long to be held makes its mail too long as well
  for await (const lines of splitLines(bytes, maxRecordBytes)) {
    for (const line of lines) {
      if (afterBlank && !collector.isEmpty() && adapter.startsPart(line.bytes)) yield collector.take(true)
      collector.add(line.huge ? Buffer.alloc(maxRecordBytes + 1) : line.bytes)
      afterBlank = !line.huge && line.bytes.length <= 2 && line.bytes.toString('latin1').trim() === ''
    }
  }
  if (!collector.isEmpty()) yield collector.take(true)
}

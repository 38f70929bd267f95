import type { AdapterContext, MailAdapter } from './adapter.ts'
import type { Batcher } from './batches.ts'
import { countSkip } from './report.ts'
import { splitLines } from './split-lines.ts'
import type { MessageBatch } from './types.ts'

interface MailReading {
  adapter: MailAdapter
  context: AdapterContext
  batcher: Batcher
  maxLineBytes: number
}

/** Reads part by part; a part longer than `maxLineBytes` is skipped. */
export async function* readMail(bytes: AsyncIterable<Buffer>, reading: MailReading): AsyncGenerator<MessageBatch> {
  const { adapter, context, batcher, maxLineBytes } = reading
  for await (const part of splitParts(bytes, adapter, maxLineBytes)) {
    if (part === undefined) countSkip(context.report, 'huge_line')
    else yield* batcher.add(await adapter.read(part, context))
  }
}

async function* splitParts(
  bytes: AsyncIterable<Buffer>,
  adapter: MailAdapter,
  maxBytes: number,
): AsyncGenerator<Buffer | undefined> {
  let lines: Buffer[] = []
  let length = 0
  let afterBlank = true
  const take = (): Buffer | undefined => (length > maxBytes ? undefined : Buffer.concat(lines))
  for await (const group of splitLines(bytes, maxBytes)) {
    for (const line of group) {
      if (afterBlank && length > 0 && adapter.startsPart(line.bytes)) {
        yield take()
        lines = []
        length = 0
      }
      length += line.huge ? maxBytes + 1 : line.bytes.length
      if (length > maxBytes) lines = []
      else lines.push(line.bytes)
      afterBlank = line.bytes.length <= 2 && line.bytes.toString('latin1').trim() === ''
    }
  }
  if (length > 0) yield take()
}

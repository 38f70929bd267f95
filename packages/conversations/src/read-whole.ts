import { isUtf8 } from 'node:buffer'
import type { DocumentAdapter, Entry, TextAdapter } from './adapter.ts'
import type { FileReading } from './read-conversations.ts'
import { readRecord } from './read-record.ts'
import { countSkip } from './report.ts'
import { splitElements } from './split-elements.ts'
import type { MessageBatch } from './types.ts'

/** Reads a list of conversations: one of them is held at a time, and a broken one does not harm the others. */
export async function* readElements(adapter: DocumentAdapter, reading: FileReading): AsyncGenerator<MessageBatch> {
  const { bytes, context, maxDocumentBytes } = reading
  for await (const elements of splitElements(bytes, maxDocumentBytes)) {
    for (const element of elements) {
      const record = readRecord(element, context)
      if (record !== undefined) yield* addSafely(adapter.read(record, context), reading)
    }
  }
}

/** Reads what makes sense only as a whole. */
export async function* readWhole(
  adapter: DocumentAdapter | TextAdapter,
  reading: FileReading,
): AsyncGenerator<MessageBatch> {
  const { context } = reading
  const text = await wholeText(reading)
  if (text === undefined) return
  if (adapter.reads === 'text') return yield* addSafely(adapter.read(text, context), reading)
  const value = parsed(text)
  if (value === undefined) return countSkip(context.report, 'broken_document')
  yield* addSafely(adapter.read(value, context), reading)
}

function* addSafely(entries: Iterable<Entry>, { batcher, context }: FileReading): Generator<MessageBatch> {
  try {
    yield* batcher.add(entries)
  } catch (error) {
    // a value nested too deeply is the source's fault; anything else is ours
    if (!(error instanceof RangeError)) throw error
    countSkip(context.report, 'broken_message')
  }
}

async function wholeText({ bytes, maxDocumentBytes, context }: FileReading): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of bytes) {
    length += chunk.length
    if (length > maxDocumentBytes) return countSkip(context.report, 'too_large')
    chunks.push(chunk)
  }
  const whole = Buffer.concat(chunks)
  return isUtf8(whole) ? whole.toString('utf8') : countSkip(context.report, 'encoding')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

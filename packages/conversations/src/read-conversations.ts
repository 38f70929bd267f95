import { isUtf8 } from 'node:buffer'
import type { AdapterContext } from './adapter.ts'
import { createBatcher, type Batcher } from './batches.ts'
import { asUtf8, peek } from './decode-stream.ts'
import { findAdapter, headBytes } from './detect.ts'
import { createCounter } from './keys.ts'
import { readLines } from './read-lines.ts'
import { readMail } from './read-mail.ts'
import { countSkip, createReport, type ReadReport } from './report.ts'
import { readNames } from './slack-names.ts'
import type { Source, SourceFile } from './source.ts'
import type { MessageBatch } from './types.ts'

export interface ReadOptions {
  /** Is counted on while reading. */
  report?: ReadReport | undefined
  /** Longer lines and mails are skipped. In bytes, 16 MB by default. */
  maxLineBytes?: number | undefined
  /** A format that is read as a whole is skipped beyond this. In bytes, 256 MB by default. */
  maxDocumentBytes?: number | undefined
}

interface FileReading {
  maxLineBytes: number
  maxDocumentBytes: number
  context: AdapterContext
  count: (name: string) => number
}

/**
 * The messages of a source in their order, a batch at a time. Nothing in a file is fatal: what cannot be read is counted
 * in the report with its reason. Throws only what the file system throws.
 */
export async function* readConversations(source: Source, options: ReadOptions = {}): AsyncGenerator<MessageBatch> {
  const { report = createReport(), maxLineBytes = 16_777_216, maxDocumentBytes = 268_435_456 } = options
  const count = createCounter()
  const { names, files } = 'files' in source ? await readNames(source) : { names: undefined, files: [source] }
  for (const file of files) {
    const context = { path: file.path, report, ...(names === undefined ? {} : { names }) }
    yield* readFile(file, { maxLineBytes, maxDocumentBytes, context, count })
  }
}

async function* readFile(file: SourceFile, reading: FileReading): AsyncGenerator<MessageBatch> {
  try {
    yield* readDecoded(asUtf8(file.bytes()), reading)
  } catch (error) {
    if (!isBrokenEncoding(error)) throw error
    countSkip(reading.context.report, 'encoding')
  }
}

async function* readDecoded(bytes: AsyncIterable<Buffer>, reading: FileReading): AsyncGenerator<MessageBatch> {
  const { context, count, maxLineBytes, maxDocumentBytes } = reading
  const { report } = context
  const { head, all } = await peek(bytes, headBytes)
  const adapter = findAdapter(head.toString('utf8'))
  if (adapter === undefined) return countSkip(report, head.length > 0 && !isText(head) ? 'encoding' : 'unknown_format')
  const { format } = adapter
  report.formats[format] = (report.formats[format] ?? 0) + 1
  const batcher = createBatcher({ format, report, count })
  if (adapter.reads === 'lines') yield* readLines(all, { adapter, context, batcher, maxLineBytes })
  else if (adapter.reads === 'mail') yield* readMail(all, { adapter, context, batcher, maxLineBytes })
  else {
    const text = await wholeText(all, maxDocumentBytes, report)
    if (text === undefined) return
    const value = adapter.reads === 'document' ? parsed(text) : text
    if (value === undefined) return countSkip(report, 'broken_document')
    const entries = adapter.reads === 'document' ? adapter.read(value, context) : adapter.read(text, context)
    yield* addSafely(batcher, entries, report)
  }
  yield* batcher.finish()
}

function* addSafely(batcher: Batcher, entries: Parameters<Batcher['add']>[0], report: ReadReport) {
  try {
    yield* batcher.add(entries)
  } catch (error) {
    // only a fault of the value's shape is the source's; anything else is ours
    if (!(error instanceof RangeError)) throw error
    countSkip(report, 'broken_message')
  }
}

async function wholeText(bytes: AsyncIterable<Buffer>, most: number, report: ReadReport): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of bytes) {
    length += chunk.length
    if (length > most) return countSkip(report, 'too_large')
    chunks.push(chunk)
  }
  const whole = Buffer.concat(chunks)
  return isUtf8(whole) ? whole.toString('utf8') : countSkip(report, 'encoding')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** The head of a longer file may end within a character. */
function isText(head: Buffer): boolean {
  const cuts = head.length < headBytes ? [0] : [0, 1, 2, 3]
  return cuts.some((cut) => isUtf8(head.subarray(0, head.length - cut)))
}

const isBrokenEncoding = (error: unknown): boolean =>
  error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA'

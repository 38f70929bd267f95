import { isUtf8 } from 'node:buffer'
import type { AdapterContext } from './adapter.ts'
import { type Batcher, createBatcher } from './batches.ts'
import { asUtf8, peek } from './decode-stream.ts'
import { findAdapter, headBytes } from './detect.ts'
import { parsePrefix } from './json-prefix.ts'
import { createCounter } from './keys.ts'
import { readLines } from './read-lines.ts'
import { readMail } from './read-mail.ts'
import { readElements, readWhole } from './read-whole.ts'
import { countSkip, createReport, type ReadReport } from './report.ts'
import { readNames } from './slack-names.ts'
import type { Source } from './source.ts'
import type { MessageBatch } from './types.ts'

export interface ReadOptions {
  /** Is counted on while reading. */
  report?: ReadReport | undefined
  /** Longer lines and mails are skipped. In bytes, 16 MB by default. */
  maxRecordBytes?: number | undefined
  /** What must be read as a whole, a file or one conversation of a list, is skipped beyond this. In bytes, 256 MB by default. */
  maxDocumentBytes?: number | undefined
}

interface Limits {
  maxRecordBytes: number
  maxDocumentBytes: number
}

/** A file that is being read, decoded. */
export interface FileReading extends Limits {
  bytes: AsyncIterable<Buffer>
  context: AdapterContext
  batcher: Batcher
}

/**
 * The messages of a source in their order, a batch at a time. Nothing in a file is fatal: what cannot be read is counted
 * in the report with its reason. Throws only what the file system throws.
 */
export async function* readConversations(source: Source, options: ReadOptions = {}): AsyncGenerator<MessageBatch> {
  const { report = createReport(), maxRecordBytes = 16_777_216, maxDocumentBytes = 268_435_456 } = options
  const count = createCounter()
  const { names, files } = 'files' in source ? await readNames(source) : { names: undefined, files: [source] }
  for (const file of files) {
    const context = { path: file.path, report, names }
    try {
      yield* readFile(asUtf8(file.bytes()), { maxRecordBytes, maxDocumentBytes, context, count })
    } catch (error) {
      if (!isBrokenEncoding(error)) throw error
      countSkip(report, 'encoding')
    }
  }
}

interface Undecided extends Limits {
  context: AdapterContext
  count: (name: string) => number
}

async function* readFile(decoded: AsyncIterable<Buffer>, { count, ...rest }: Undecided): AsyncGenerator<MessageBatch> {
  const { report } = rest.context
  const { head, all } = await peek(decoded, headBytes)
  const beginning = head.toString('utf8')
  const adapter = findAdapter(beginning)
  if (adapter === undefined) return countSkip(report, isText(head) ? 'unknown_format' : 'encoding')
  const { format } = adapter
  report.formats[format] = (report.formats[format] ?? 0) + 1
  const reading = { ...rest, bytes: all, batcher: createBatcher({ format, report, count }) }
  if (adapter.reads === 'lines') yield* readLines(adapter, reading)
  else if (adapter.reads === 'mail') yield* readMail(adapter, reading)
  else if (adapter.reads === 'document' && adapter.isList?.(parsePrefix(beginning)) === true)
    yield* readElements(adapter, reading)
  else yield* readWhole(adapter, reading)
  yield* reading.batcher.finish()
}

/** The head of a longer file may end within a character. */
function isText(head: Buffer): boolean {
  const cuts = head.length < headBytes ? [0] : [0, 1, 2, 3]
  return cuts.some((cut) => isUtf8(head.subarray(0, head.length - cut)))
}

const isBrokenEncoding = (error: unknown): boolean =>
  error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA'

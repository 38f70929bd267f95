import { isUtf8 } from 'node:buffer'
import type { AdapterContext, LineAdapter } from './adapter.ts'
import type { Batcher } from './batches.ts'
import { asFields, type Fields } from './fields.ts'
import { countSkip } from './report.ts'
import { type ByteLine, splitLines } from './split-lines.ts'
import type { MessageBatch } from './types.ts'

interface LineReading {
  adapter: LineAdapter
  context: AdapterContext
  batcher: Batcher
  maxLineBytes: number
}

/** Reads one JSON object a line. Only the lines that came together are held, however long the file is. */
export async function* readLines(bytes: AsyncIterable<Buffer>, reading: LineReading): AsyncGenerator<MessageBatch> {
  const { adapter, context, batcher, maxLineBytes } = reading
  const read = adapter.open(context)
  for await (const lines of splitLines(bytes, maxLineBytes)) {
    for (const line of lines) {
      const record = readRecord(line, context)
      if (record !== undefined) yield* batcher.add(read(record))
    }
  }
  yield* batcher.add(read(undefined))
}

function readRecord(line: ByteLine, { path, report }: AdapterContext): Fields | undefined {
  if (line.huge) return countSkip(report, 'huge_line')
  const valid = isUtf8(line.bytes)
  const text = valid ? line.bytes.toString('utf8') : ''
  if (valid && text.trim() === '') return undefined
  const record = valid ? parsed(text) : undefined
  if (record !== undefined) return record
  // the writer is not done with it
  if (!line.ended) report.incomplete.push({ path, line: line.number, bytes: line.bytes.length })
  else countSkip(report, valid ? 'broken_line' : 'encoding')
  return undefined
}

function parsed(text: string): Fields | undefined {
  try {
    return asFields(JSON.parse(text))
  } catch {
    return undefined
  }
}

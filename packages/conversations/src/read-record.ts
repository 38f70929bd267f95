import { isUtf8 } from 'node:buffer'
import type { AdapterContext } from './adapter.ts'
import type { ByteRecord } from './byte-records.ts'
import { asFields, type Fields } from './fields.ts'
import { countSkip } from './report.ts'

/** The object that a line or an element holds; when there is none, the report has the reason. */
export function readRecord(record: ByteRecord, { path, report }: AdapterContext): Fields | undefined {
  if (record.huge) return countSkip(report, 'huge_record')
  const valid = isUtf8(record.bytes)
  const text = valid ? record.bytes.toString('utf8') : ''
  if (valid && text.trim() === '') return undefined
  const fields = valid ? parsed(text) : undefined
  if (fields !== undefined) return fields
  // the writer is not done with it
  if (!record.ended) report.incomplete.push({ path, record: record.number, bytes: record.bytes.length })
  else countSkip(report, valid ? 'broken_record' : 'encoding')
  return undefined
}

function parsed(text: string): Fields | undefined {
  try {
    return asFields(JSON.parse(text))
  } catch {
    return undefined
  }
}

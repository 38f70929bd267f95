import type { DocumentReason } from '../reasons.ts'
import type { ExtractOptions, ReadResult } from '../types.ts'

/** What the thread that reads PDF is asked. The bytes are its own. */
export interface PdfRequest extends Required<ExtractOptions> {
  bytes: Uint8Array
}

/** What it says: that it is ready (page 0), that it goes on, and at last what it has read or why it has not. */
export type PdfReply = { page: number } | { result: ReadResult } | { reason: DocumentReason }

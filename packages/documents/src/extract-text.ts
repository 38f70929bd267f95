import { openArchive } from './archive.ts'
import { documentKind } from './detect.ts'
import { joinParts } from './join-parts.ts'
import { readCompoundFile } from './office/read-compound-file.ts'
import { readPdf } from './pdf/read-pdf.ts'
import { readZipDocument } from './read-zip-document.ts'
import { ReaderFault, Refusal } from './reasons.ts'
import { readRichText } from './rich-text/read-rich-text.ts'
import { createTextBudget } from './text-budget.ts'
import type { ExtractedDocument, ExtractOptions, UnreadDocument } from './types.ts'
import { readHtml } from './web/read-html.ts'

const defaultExpandedBytes = 256 * 1024 * 1024

/**
 * The text of a document part by part, or why it gives none. The format is found by the content; nothing in it is run,
 * fetched or expanded, and `bytes` are left as they are. Neither the text in UTF-8, its parts joined, nor what is
 * unpacked on the way is longer than the limits. It throws for nothing that the bytes hold, only when no thread can be
 * started that reads PDF.
 */
export async function extractText(
  bytes: Uint8Array,
  { maxBytes, maxExpandedBytes = defaultExpandedBytes }: ExtractOptions,
): Promise<ExtractedDocument | UnreadDocument> {
  try {
    const { format, title, parts } = await readAny(bytes, { maxBytes, maxExpandedBytes })
    const filled = parts.filter(({ text }) => text !== '')
    if (filled.length === 0) return { reason: 'empty' }
    if (Buffer.byteLength(joinParts(filled).text, 'utf8') > maxBytes) return { reason: 'too_large' }
    return { format, ...(title !== undefined && { title }), parts: filled }
  } catch (error) {
    if (error instanceof ReaderFault) throw error
    // whatever else a reader stumbles over is a fault of what it reads
    return { reason: error instanceof Refusal ? error.reason : 'broken' }
  }
}

async function readAny(bytes: Uint8Array, limits: Required<ExtractOptions>): Promise<ExtractedDocument> {
  const budget = createTextBudget(limits.maxBytes)
  switch (documentKind(bytes)) {
    case 'pdf':
      return { format: 'pdf', ...(await readPdf(bytes, limits)) }
    case 'rtf':
      return { format: 'rtf', ...(await readRichText(bytes, budget)) }
    case 'html':
      return { format: 'html', ...(await readHtml(bytes, budget)) }
    case 'zip':
      return readZipDocument(await openArchive(bytes, limits.maxExpandedBytes), budget)
    case 'ole':
      return readCompoundFile(bytes)
    case undefined:
      throw new Refusal('unsupported')
  }
}

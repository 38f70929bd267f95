import type { DocumentReason } from './reasons.ts'

export type DocumentFormat = 'pdf' | 'docx' | 'pptx' | 'xlsx' | 'odt' | 'ods' | 'odp' | 'epub' | 'rtf' | 'html'

/** A piece of a document that people point at by its number. A text document that has no pages is one part. */
export interface DocumentPart {
  label?: 'page' | 'slide' | 'sheet' | 'chapter'
  /** Its place among the pages, slides, sheets or chapters, from 1. Parts without text are left out, and still count. */
  number?: number
  /** What the document calls it: a sheet's name, the title of a slide or chapter. */
  name?: string
  text: string
}

export interface ExtractedDocument {
  format: DocumentFormat
  title?: string
  /** In the order of the document; each has text. */
  parts: DocumentPart[]
}

export interface ExtractOptions {
  /** The limit of the text in UTF-8, with a blank line between parts. */
  maxBytes: number
  /** The limit of what is unpacked on the way to the text, all in all. 256 MiB unless told. */
  maxExpandedBytes?: number
}

/** A document that gives no text. */
export interface UnreadDocument {
  reason: DocumentReason
}

/** What a reader of one format gives; whether anything is in it is judged later. */
export type ReadResult = Omit<ExtractedDocument, 'format'>

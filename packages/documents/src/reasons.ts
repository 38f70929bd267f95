/** Why a document gives no text, each with a sentence for people. */
export const documentReasons = {
  encrypted: 'it is encrypted, and opens only with a password or a key',
  broken: 'it is cut off or malformed',
  empty: 'it holds no text; it may consist of images',
  too_large: 'its text, or what it unpacks to, is larger than the limit',
  unsupported: 'it is in no format that can be read, such as the binary ones of Office before 2007',
} as const

export type DocumentReason = keyof typeof documentReasons

/** Ends the reading of a document from wherever it is. It never leaves this package. */
export class Refusal extends Error {
  readonly reason: DocumentReason

  constructor(reason: DocumentReason) {
    super(documentReasons[reason])
    this.reason = reason
  }
}

/** A fault of this installation, and of no document. It is thrown on to the caller. */
export class ReaderFault extends Error {}

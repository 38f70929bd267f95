import { decodeMarkup, isUtf8Start } from './markup-encoding.ts'

/** What the first bytes tell: a format, or the container that several formats share. */
export type DocumentKind = 'pdf' | 'rtf' | 'html' | 'zip' | 'ole'

/** As many bytes of a file as `documentKind` looks at. */
export const documentHeadBytes = 4_096

const ole = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
// readers of PDF look for its mark this far
const pdfWindow = 1_024
const beforePage = /^(?:\s|\ufeff)+|^<!--|^<\?xml/
const page = /^<(?:!doctype\s+html|html|head|body)[\s>]/i

/**
 * What kind of document the first bytes begin, `documentHeadBytes` of them or all, whatever the file is called.
 * Undefined when it is none. A `zip` may be any archive, and an `ole` any container of that time: `extractText`
 * tells, and answers `unsupported` or `encrypted` where it holds no document to read.
 */
export function documentKind(head: Uint8Array): DocumentKind | undefined {
  const bytes = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, documentHeadBytes))
  if (isPdf(bytes)) return 'pdf'
  if (bytes.indexOf('{\\rtf') === 0) return 'rtf'
  if (bytes.indexOf('PK\u0003\u0004') === 0) return 'zip'
  if (ole.every((byte, index) => bytes[index] === byte)) return 'ole'
  return isPage(decodeMarkup(bytes)) ? 'html' : undefined
}

/** Whether the first bytes begin a document, as `documentKind` tells. */
export function isDocument(head: Uint8Array): boolean {
  return documentKind(head) !== undefined
}

/** The mark may stand behind other bytes, but a text that speaks of it is no PDF. */
function isPdf(bytes: Buffer): boolean {
  const at = bytes.subarray(0, pdfWindow).indexOf('%PDF-')
  if (at === -1) return false
  return bytes.toString('latin1', 0, at).trim() === '' || !isUtf8Start(bytes)
}

function isPage(text: string): boolean {
  let rest = text
  for (let before = beforePage.exec(rest); before !== null; before = beforePage.exec(rest)) {
    const [mark] = before
    const closing = mark === '<!--' ? '-->' : mark === '<?xml' ? '>' : ''
    const end = rest.indexOf(closing, mark.length)
    if (end === -1) return false
    rest = rest.slice(end + closing.length)
  }
  return page.test(rest)
}

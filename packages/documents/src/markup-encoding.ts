import { TextDecoder } from 'node:util'
const named =
  /<meta[^>]{1,500}?charset\s*=\s*["']?\s*([\w:.-]{1,40})|<\?xml[^>]{1,200}?encoding\s*=\s*["']([\w:.-]{1,40})/i
// a declaration is looked for this far, as browsers do
const declarationWindow = 1_024

/** The text of HTML or XML by its byte order mark, else by what it declares, else as UTF-8, else as Windows-1252. */
export function decodeMarkup(bytes: Uint8Array): string {
  return decodeWhole(markupDecoder(bytes), bytes)
}

/** The decoder that the beginning of HTML or XML calls for. */
export function markupDecoder(head: Uint8Array): TextDecoder {
  if (head[0] === 0xfe && head[1] === 0xff) return new TextDecoder('utf-16be')
  if (head[0] === 0xff && head[1] === 0xfe) return new TextDecoder('utf-16le')
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return new TextDecoder()
  const declaration = named.exec(Buffer.from(head.subarray(0, declarationWindow)).toString('latin1'))
  return (
    decoderOf(declaration?.[1] ?? declaration?.[2]) ?? new TextDecoder(isUtf8Start(head) ? 'utf-8' : 'windows-1252')
  )
}

/** Whether bytes are UTF-8, or begin it: the last character may be cut. */
export function isUtf8Start(bytes: Uint8Array): boolean {
  try {
    return !new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true }).includes('\u0000')
  } catch {
    return false
  }
}

function decoderOf(label: string | undefined): TextDecoder | undefined {
  // a declaration that could be read in bytes cannot speak of UTF-16
  if (label === undefined || /^utf-?16/i.test(label)) return undefined
  try {
    return new TextDecoder(label)
  } catch {
    return undefined
  }
}

/** The text of bytes that are all there. In one go, Node 20 takes Windows-1252 for ISO 8859-1, which has no €. */
export function decodeWhole(decoder: TextDecoder, bytes: Uint8Array): string {
  return decoder.decode(bytes, { stream: true }) + decoder.decode()
}

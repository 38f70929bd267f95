import { codePageOfCharset, decodeBytes, defaultCodePage } from './code-pages.ts'

const maxFonts = 65_536
const maxBytesHeld = 8_192
const space = 0x20
const namedPages: Record<string, number> = { mac: 10_000, pc: 437, pca: 850 }

/** Gathers the bytes of text until their code page changes: that of the document, unless their font has its own. */
export function createEncodedText() {
  const fonts = new Map<number, number>()
  let documentPage = defaultCodePage
  let declaredFont = 0
  let bytes: number[] = []

  return {
    /** Takes a byte, and says whether it is time to take what was gathered: not within a character of several bytes. */
    add(byte: number): boolean {
      bytes.push(byte)
      return bytes.length >= maxBytesHeld && byte === space
    },
    take(fontPage: number | undefined): string {
      if (bytes.length === 0) return ''
      const text = decodeBytes(bytes, fontPage ?? documentPage)
      bytes = []
      return text
    },
    pageOfFont: (font: number) => fonts.get(font),
    declareFont(font: number) {
      declaredFont = font
    },
    declareCharset(charset: number) {
      const page = codePageOfCharset(charset)
      if (page !== undefined && fonts.size < maxFonts) fonts.set(declaredFont, page)
    },
    setDocumentPage(page: number) {
      documentPage = page
    },
    /** Takes a word for the code page of the document if it is one: `mac`. */
    setNamedPage(word: string) {
      if (Object.hasOwn(namedPages, word)) documentPage = namedPages[word] ?? defaultCodePage
    },
  }
}

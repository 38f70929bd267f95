import { TextDecoder } from 'node:util'
import { decodeWhole } from '../markup-encoding.ts'
/** The code pages of fonts, by the character sets that they are given in. */
const pagesOfCharsets: Record<number, number> = {
  0: 1252,
  77: 10_000,
  128: 932,
  129: 949,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
}

const labels: Record<number, string> = {
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10_000: 'macintosh',
  10_007: 'x-mac-cyrillic',
  20_866: 'koi8-r',
  28_592: 'iso-8859-2',
  54_936: 'gb18030',
  65_001: 'utf-8',
}
const decoders = new Map<number, TextDecoder>()

export const defaultCodePage = 1252

/** The code page of a font; undefined where the document's own holds. */
export function codePageOfCharset(charset: number): number | undefined {
  return pagesOfCharsets[charset]
}

/** The text of bytes in a Windows code page, or in Western European where the page is not known. */
export function decodeBytes(bytes: readonly number[], codePage: number): string {
  let decoder = decoders.get(codePage)
  if (decoder === undefined) {
    const isWindows = codePage >= 1250 && codePage <= 1258
    decoder = new TextDecoder(isWindows ? `windows-${codePage}` : (labels[codePage] ?? 'windows-1252'))
    // documents may name any number
    if (isWindows || labels[codePage] !== undefined) decoders.set(codePage, decoder)
  }
  return decodeWhole(decoder, Uint8Array.from(bytes))
}

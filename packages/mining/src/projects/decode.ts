import { isUtf8 } from 'node:buffer'
import type { Skip } from './skip-reasons.ts'

// as git tells binary from text
const sampleBytes = 8000

/**
 * The text in the bytes of a file, or why it is none. UTF-8 is kept byte for byte, a byte order mark included, so that
 * the text written as UTF-8 is the file; UTF-16 and UTF-32 are known by their mark, which is no part of the text.
 */
export function decodeText(bytes: Buffer): string | Skip {
  const text = decodeMarked(bytes) ?? decodeUnmarked(bytes)
  if (typeof text !== 'string') return text
  if (text.includes('\0') || !text.isWellFormed()) return { reason: 'invalid_characters' }
  return text.trim() === '' ? { reason: 'empty' } : text
}

function decodeMarked(bytes: Buffer): string | Skip | undefined {
  // the mark of UTF-32LE begins with that of UTF-16LE
  if (startsWith(bytes, 0xff, 0xfe, 0, 0)) return decodeUtf32(bytes.subarray(4), (at) => bytes.readUInt32LE(at + 4))
  if (startsWith(bytes, 0, 0, 0xfe, 0xff)) return decodeUtf32(bytes.subarray(4), (at) => bytes.readUInt32BE(at + 4))
  if (startsWith(bytes, 0xff, 0xfe)) return decodeUtf16(bytes.subarray(2))
  if (startsWith(bytes, 0xfe, 0xff)) return decodeUtf16(swapped(bytes.subarray(2)))
  return undefined
}

function decodeUnmarked(bytes: Buffer): string | Skip {
  if (bytes.subarray(0, sampleBytes).includes(0)) return { reason: 'binary' }
  if (isUtf8(bytes)) return bytes.toString('utf8')
  return { reason: bytes.subarray(0, sampleBytes).some(isControl) ? 'binary' : 'encoding' }
}

/** No text in any single-byte encoding holds these; the tab to carriage return, backspace and escape it may. */
function isControl(byte: number): boolean {
  return byte < 0x20 && !(byte >= 0x08 && byte <= 0x0d) && byte !== 0x1b
}

function startsWith(bytes: Buffer, ...mark: number[]): boolean {
  return bytes.length >= mark.length && mark.every((byte, at) => bytes[at] === byte)
}

function swapped(bytes: Buffer): Buffer {
  return bytes.length % 2 === 0 ? Buffer.from(bytes).swap16() : bytes
}

function decodeUtf16(bytes: Buffer): string | Skip {
  return bytes.length % 2 === 0 ? bytes.toString('utf16le') : { reason: 'encoding' }
}

function decodeUtf32(bytes: Buffer, pointAt: (at: number) => number): string | Skip {
  if (bytes.length % 4 !== 0) return { reason: 'encoding' }
  const characters: string[] = []
  for (let at = 0; at < bytes.length; at += 4) {
    const point = pointAt(at)
    if (point > 0x10_ffff) return { reason: 'encoding' }
    // joined up, two halves would pass for a pair
    if (point >= 0xd800 && point <= 0xdfff) return { reason: 'invalid_characters' }
    characters.push(String.fromCodePoint(point))
  }
  return characters.join('')
}

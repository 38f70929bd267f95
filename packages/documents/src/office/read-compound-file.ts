import { Refusal } from '../reasons.ts'

// the names of streams stand in the directory in UTF-16
const encryption = ['EncryptedPackage', 'EncryptionInfo', 'EncryptedSummary'].map((name) =>
  Buffer.from(name, 'utf16le'),
)

/** Refuses a container of Office before 2007: `encrypted` where it only wraps a newer document, else `unsupported`. */
export function readCompoundFile(bytes: Uint8Array): never {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  throw new Refusal(encryption.some((name) => buffer.includes(name)) ? 'encrypted' : 'unsupported')
}

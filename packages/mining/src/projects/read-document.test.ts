import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeText } from './decode.ts'
import { readDocument } from './read-document.ts'
import { plant, temporaryFolder } from './tree-fixture.ts'

const maxBytes = 1_048_576
const text = '★ Đ Привет 日本 😀\r\n'

async function reading(content: string | Uint8Array, most = maxBytes) {
  const root = await temporaryFolder()
  await plant(root, { file: content })
  return readDocument({ absolute: join(root, 'file') }, { maxBytes: most })
}

function utf32(given: string, write: 'writeUInt32LE' | 'writeUInt32BE') {
  const points = Array.from(`\uFEFF${given}`, (character) => character.codePointAt(0) ?? 0)
  const bytes = Buffer.alloc(points.length * 4)
  for (const [at, point] of points.entries()) bytes[write](point, at * 4)
  return bytes
}

describe('read a document', () => {
  test('gives the text, its hash and its length', async () => {
    const hash = createHash('sha256').update(text).digest('hex')
    expect(await reading(text)).toEqual({ text, hash, bytes: Buffer.byteLength(text) })
  })

  test('takes a file at the limit and refuses one byte more', async () => {
    expect(await reading('12345', 5)).toMatchObject({ text: '12345', bytes: 5 })
    expect(await reading('123456', 5)).toEqual({ reason: 'too_large' })
  })

  test('refuses what is within the limit on disk and over it as UTF-8', async () => {
    const wide = Buffer.from('\uFEFF日本日本', 'utf16le')
    expect(await reading(wide, 12)).toMatchObject({ bytes: 12 })
    expect(await reading(wide, 11)).toEqual({ reason: 'too_large' })
  })

  test.skipIf(!existsSync('/proc/self/maps'))('reads a file that says its size is 0, within the limit', async () => {
    const entry = { absolute: '/proc/cpuinfo' }
    expect(await readDocument(entry, { maxBytes: 16 * maxBytes })).toMatchObject({
      text: expect.stringContaining('processor'),
    })
    expect(await readDocument(entry, { maxBytes: 10 })).toEqual({ reason: 'too_large' })
  })

  test('neither waits for a pipe nor follows a link put in the place of a file', async () => {
    const root = await temporaryFolder()
    await plant(root, { file: '1' })
    execFileSync('mkfifo', [join(root, 'pipe')])
    await symlink('file', join(root, 'link'))
    const read = (name: string) => readDocument({ absolute: join(root, name) }, { maxBytes })
    expect(await read('pipe')).toEqual({ reason: 'special' })
    expect(await read('link')).toEqual({ reason: 'symlink' })
    expect(await read('.')).toEqual({ reason: 'special' })
    expect(await read('gone')).toEqual({ reason: 'unreadable' })
    expect(await readDocument({ absolute: '/dev/zero' }, { maxBytes })).toEqual({ reason: 'special' })
  })

  test('does not leave the tree by a folder that became a link', async () => {
    const root = await temporaryFolder()
    await plant(root, { 'tree/a/file': 'inside', 'outside/file': 'secret' })
    await rename(join(root, 'tree/a'), join(root, 'tree/b'))
    await symlink('../outside', join(root, 'tree/a'))
    expect(await readDocument({ absolute: join(root, 'tree/a/file') }, { maxBytes })).toEqual({
      reason: 'unreadable',
    })
  })

  // permissions do not bind root
  test.skipIf(process.getuid?.() === 0)('says that a file may not be read', async () => {
    const root = await temporaryFolder()
    await plant(root, { file: '1' })
    await mkdir(join(root, 'closed'), { mode: 0 })
    execFileSync('chmod', ['000', join(root, 'file')])
    expect(await readDocument({ absolute: join(root, 'file') }, { maxBytes })).toEqual({ reason: 'unreadable' })
    expect(await readDocument({ absolute: join(root, 'closed/x') }, { maxBytes })).toEqual({
      reason: 'unreadable',
    })
  })
})

describe('decode the bytes of a file', () => {
  test.each([
    ['UTF-8', Buffer.from(text), text],
    ['UTF-8 with a mark, which stays', Buffer.from(`\uFEFF${text}`), `\uFEFF${text}`],
    ['UTF-16LE', Buffer.from(`\uFEFF${text}`, 'utf16le'), text],
    ['UTF-16BE', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(), text],
    ['UTF-32LE', utf32(text, 'writeUInt32LE'), text],
    ['UTF-32BE', utf32(text, 'writeUInt32BE'), text],
    ['terminal colours', Buffer.from('\u001b[1mbold\u001b[0m'), '\u001b[1mbold\u001b[0m'],
  ])('%s', (_, bytes, expected) => {
    expect(decodeText(bytes)).toBe(expected)
  })

  test.each([
    ['nothing', '', 'empty'],
    ['white space', ' \r\n\t\u00a0', 'empty'],
    ['a mark alone', '\uFEFF', 'empty'],
    ['an early U+0000', 'a\0b', 'binary'],
    ['a late U+0000', `${'a'.repeat(8000)}\0`, 'invalid_characters'],
    ['Latin-1', Buffer.from('déjà vu\n', 'latin1'), 'encoding'],
    ['a PNG', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), 'binary'],
    ['a PNG cut before its first zero', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'binary'],
    ['an overlong form', Buffer.from([0x61, 0xc0, 0xaf]), 'encoding'],
    ['a surrogate in UTF-8', Buffer.from([0x61, 0xed, 0xa0, 0x80]), 'encoding'],
    ['half of a UTF-16 unit', Buffer.from('\xff\xfea\0b', 'latin1'), 'encoding'],
    ['half of a pair in UTF-16', Buffer.from('\uFEFFa\ud800b', 'utf16le'), 'invalid_characters'],
    ['two halves in UTF-32', Buffer.from('\xff\xfe\0\0\x3d\xd8\0\0\0\xde\0\0', 'latin1'), 'invalid_characters'],
    ['beyond Unicode in UTF-32', Buffer.from('\xff\xfe\0\0\0\0\x11\0', 'latin1'), 'encoding'],
    ['U+0000 in UTF-16', Buffer.from('\uFEFFab\0', 'utf16le'), 'invalid_characters'],
  ])('%s is skipped', (_, content, reason) => {
    expect(decodeText(Buffer.from(content))).toEqual({ reason })
  })

  test('bytes without a foreign mark come back as they were, or not at all', () => {
    const bytes = fc.oneof(fc.uint8Array(), fc.string({ unit: 'binary' }).map(toBytes))
    const holds = fc.property(bytes, (given) => {
      const decoded = decodeText(Buffer.from(given))
      const marked = /^(\xff\xfe|\xfe\xff|\0\0\xfe\xff)/.test(Buffer.from(given).toString('latin1'))
      return typeof decoded !== 'string' || marked || Buffer.from(decoded).equals(given)
    })
    expect(fc.check(holds)).toMatchObject({ failed: false })
  })
})

const toBytes = (text: string) => Buffer.from(text)

import { describe, expect, test } from 'vitest'
import { linesOf, pdf } from './fixtures/pdf-fixture.ts'
import { paragraph, run, word } from './fixtures/word-fixture.ts'
import { officePackage, zip } from './fixtures/zip-fixture.ts'
import { documentHeadBytes, documentKind, extractText, isDocument, joinParts } from './index.ts'

const limits = { maxBytes: 1_000_000 }
const ole = Buffer.from('d0cf11e0a1b11ae1', 'hex')

describe('the kind of a document', () => {
  test('it is told by the first bytes', () => {
    const kindOf = (text: string) => documentKind(Buffer.from(text, 'latin1'))
    expect(documentKind(pdf([linesOf('x')]).subarray(0, documentHeadBytes))).toBe('pdf')
    expect(kindOf('\r\n%PDF-1.4')).toBe('pdf')
    expect(kindOf('\xff\xd8 junk %PDF-1.4')).toBe('pdf')
    expect(kindOf('{\\rtf1 x}')).toBe('rtf')
    expect(documentKind(word(''))).toBe('zip')
    expect(documentKind(ole)).toBe('ole')
    expect(kindOf('\xef\xbb\xbf \n<!-- a --><!-- b --><!DocType HTML><p>')).toBe('html')
    expect(kindOf('<?xml version="1.0"?>\n<html xmlns="x">')).toBe('html')
    expect(documentKind(Buffer.from('\ufeff<html>', 'utf16le'))).toBe('html')
  })

  test('text that only speaks of documents is none', () => {
    const texts = [
      '',
      'A PDF begins with %PDF-1.4.',
      'see {\\rtf1',
      '<div>part of a page</div>',
      '<htmlx>',
      '<!-- <html>',
    ]
    expect(texts.filter((text) => isDocument(Buffer.from(text)))).toEqual([])
    expect(isDocument(Buffer.from(`${'<!---->'.repeat(600)}<p>`))).toBe(false)
  })
})

describe('what is not read', () => {
  const read = (bytes: Uint8Array) => extractText(bytes, limits)

  test('it is unsupported when it is in another format', async () => {
    expect(await read(Buffer.from('plain text'))).toEqual({ reason: 'unsupported' })
    expect(await read(new Uint8Array())).toEqual({ reason: 'unsupported' })
    expect(await read(zip({ 'a.txt': 'an archive' }))).toEqual({ reason: 'unsupported' })
    expect(await read(zip({ ...officePackage('xl/workbook.bin'), 'xl/workbook.bin': '\0' }))).toEqual({
      reason: 'unsupported',
    })
    const drawing = { ...officePackage('visio/document.xml'), 'visio/document.xml': '<VisioDocument/>' }
    expect(await read(zip(drawing))).toEqual({ reason: 'unsupported' })
  })

  test('a container of old is unsupported, or encrypted when a newer document is sealed in it', async () => {
    const container = (name: string) => Buffer.concat([ole, Buffer.alloc(1_024), Buffer.from(name, 'utf16le')])
    expect(await read(container('WordDocument'))).toEqual({ reason: 'unsupported' })
    expect(await read(container('EncryptedPackage'))).toEqual({ reason: 'encrypted' })
  })

  test('a member under a password is encrypted', async () => {
    const bytes = word(paragraph(run('secret')))
    // the flag of each member, in the directory
    const buffer = Buffer.from(bytes)
    for (let at = buffer.indexOf('PK\u0001\u0002'); at !== -1; at = buffer.indexOf('PK\u0001\u0002', at + 4)) {
      buffer.writeUInt16LE(buffer.readUInt16LE(at + 8) | 1, at + 8)
    }
    expect(await read(buffer)).toEqual({ reason: 'encrypted' })
  })

  test('a document without text is empty', async () => {
    expect(await read(word(paragraph('')))).toEqual({ reason: 'empty' })
    expect(await read(Buffer.from('{\\rtf1 }'))).toEqual({ reason: 'empty' })
  })
})

describe('joined parts', () => {
  test('they are one text, and each is found in it', () => {
    const parts = [
      { label: 'page' as const, number: 1, text: 'a😀' },
      { label: 'page' as const, number: 3, name: 'Three', text: 'b' },
    ]
    const { text, spans } = joinParts(parts)
    expect(text).toBe('a😀\n\nb')
    expect(spans).toEqual([
      { label: 'page', number: 1, start: 0, end: 3 },
      { label: 'page', number: 3, name: 'Three', start: 5, end: 6 },
    ])
    expect(spans.map(({ start, end }) => text.slice(start, end))).toEqual(parts.map((part) => part.text))
    expect(joinParts([])).toEqual({ text: '', spans: [] })
  })
})

import { describe, expect, test } from 'vitest'
import { epub, xhtml } from './fixtures/epub-fixture.ts'
import { openDocument } from './fixtures/open-document-fixture.ts'
import { presentation } from './fixtures/slides-fixture.ts'
import { paragraph, run, word } from './fixtures/word-fixture.ts'
import { sheetXml, workbook } from './fixtures/workbook-fixture.ts'
import { officePackage, relationships, zip } from './fixtures/zip-fixture.ts'
import { documentReasons, extractText } from './index.ts'

const limits = { maxBytes: 100_000 }
const bounded = { maxBytes: 100_000, maxExpandedBytes: 1_000_000 }

const examples: [name: string, bytes: Uint8Array][] = [
  ['docx', word(paragraph(run('text')))],
  ['pptx', presentation([{ title: 'text', notes: 'notes' }])],
  ['xlsx', workbook([{ name: 'Sheet', rows: '<row><c t="s"><v>0</v></c></row>' }], ['<t>text</t>'])],
  ['odt', openDocument({ kind: 'text', body: '<text:p>text</text:p>' })],
  ['epub', epub([xhtml('<p>text</p>')])],
  ['rtf', Buffer.from('{\\rtf1\\ansi {\\b text} \\u8364?\\par}')],
  ['html', Buffer.from('<!doctype html><html><body><p>text &amp; more</p></body></html>')],
]

describe.each(examples)('a hostile %s', (format, bytes) => {
  test('cut anywhere it has a reason, or what is left of its text', async () => {
    expect(await extractText(bytes, limits)).toMatchObject({ format })
    const step = Math.max(1, Math.floor(bytes.length / 150))
    for (let length = 0; length < bytes.length; length += step) {
      expect(outcome(await extractText(bytes.subarray(0, length), limits))).toBe('told')
    }
  })

  test('with bytes changed anywhere it has a reason, or some text', async () => {
    const step = Math.max(1, Math.floor(bytes.length / 150))
    for (let at = 0; at < bytes.length; at += step) {
      const changed = Uint8Array.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 0xff
      expect(outcome(await extractText(changed, limits))).toBe('told')
    }
  })

  test('no text is over the limit', async () => {
    expect(await extractText(bytes, { maxBytes: 3 })).toEqual({ reason: 'too_large' })
  })
})

function outcome(result: Awaited<ReturnType<typeof extractText>>): string {
  if ('reason' in result) return Object.hasOwn(documentReasons, result.reason) ? 'told' : result.reason
  return result.parts.every(({ text }) => text.isWellFormed() && !text.includes('\0')) ? 'told' : 'not text'
}

describe('a bomb', () => {
  const spaces = ' '.repeat(5_000_000)

  test('it is too large wherever it lies, though there is hardly any text in it', async () => {
    const bombs = [
      word(spaces),
      workbook([{ name: 'Sheet', rows: spaces }]),
      openDocument({ kind: 'spreadsheet', body: spaces }),
      epub([`<html><body>${spaces}</body></html>`]),
      zip({ ...officePackage('word/document.xml'), '_rels/.rels': `<x>${spaces}</x>` }),
    ]
    for (const bytes of bombs) {
      expect(bytes.length).toBeLessThan(50_000)
      expect(await extractText(bytes, bounded)).toEqual({ reason: 'too_large' })
    }
  })

  test('what it unpacks to is counted, whatever its directory says', async () => {
    const bytes = Buffer.from(word(spaces))
    for (let at = bytes.indexOf('PK\u0001\u0002'); at !== -1; at = bytes.indexOf('PK\u0001\u0002', at + 4)) {
      if (bytes.readUInt32LE(at + 24) > 1_000_000) bytes.writeUInt32LE(100, at + 24)
    }
    expect(await extractText(bytes, bounded)).toEqual({ reason: 'broken' })
  })

  test('a member that is read for each slide is counted each time', async () => {
    const slides = Array.from({ length: 100 }, (_, index): [string, string, string] => [`r${index}`, 'slide', 's.xml'])
    const uses = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
    const ids = slides.map(([id]) => `<sldId r:id="${id}"/>`)
    const bytes = zip({
      ...officePackage('ppt/p.xml'),
      'ppt/p.xml': `<presentation ${uses}>${ids.join('')}</presentation>`,
      'ppt/_rels/p.xml.rels': relationships(...slides),
      'ppt/s.xml': `<sld>${' '.repeat(20_000)}</sld>`,
    })
    expect(await extractText(bytes, bounded)).toEqual({ reason: 'too_large' })
  })

  test('declared entities are not expanded', async () => {
    const levels = Array.from({ length: 9 }, (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`)
    const doctype = `<!DOCTYPE x [<!ENTITY e0 "ha">${levels.join('')}<!ENTITY f SYSTEM "https://example.invalid/">]>`
    for (const entity of ['&e9;', '&f;', '']) {
      const document = zip({
        ...officePackage('word/document.xml'),
        'word/document.xml': `${doctype}<document><p><r><t>a${entity}</t></r></p></document>`,
      })
      expect(await extractText(document, limits)).toEqual({ reason: 'broken' })
      const page = Buffer.from(`<?xml version="1.0"?><html><body>a${entity}</body></html>`)
      expect(await extractText(page, limits)).toMatchObject({ parts: [{ text: `a${entity}` }] })
    }
  })

  test('elements that nest without end are broken', async () => {
    expect(await extractText(word('<w:p>'.repeat(100_000)), limits)).toEqual({ reason: 'broken' })
  })

  test('a tag without end is broken', async () => {
    const attributes = Array.from({ length: 600_000 }, (_, index) => `a${index}="1"`)
    expect(await extractText(word(`<w:p ${attributes.join(' ')}/>`), limits)).toEqual({ reason: 'broken' })
  })
})

describe('a sheet of a million rows', () => {
  const row = '<row><c t="s"><v>0</v></c></row>'
  const large = row.repeat(1_000_000)

  test('it is too large as soon as its text is', async () => {
    const bytes = workbook([{ name: 'Sheet', rows: large }], ['<t>text</t>'])
    expect(await extractText(bytes, limits)).toEqual({ reason: 'too_large' })
  })

  test('it is read row by row where there is room for its text', async () => {
    const blank = sheetXml('<row/>'.repeat(1_000_000))
    expect(blank.length).toBeGreaterThan(6_000_000)
    const bytes = workbook([{ name: 'Sheet', rows: `${'<row/>'.repeat(1_000_000)}<row><c><v>1</v></c></row>` }])
    expect(await extractText(bytes, limits)).toMatchObject({ parts: [{ text: '1' }] })
  })

  test('repeated cells and rows are not written past the limit', async () => {
    const cell = '<table:table-cell table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell>'
    const rows = `<table:table-row table:number-rows-repeated="1000000">${cell}</table:table-row>`
    const bytes = openDocument({ kind: 'spreadsheet', body: `<table:table>${rows}</table:table>` })
    expect(await extractText(bytes, limits)).toEqual({ reason: 'too_large' })
    const blank = '<table:table-row><table:table-cell table:number-columns-repeated="1048576"/></table:table-row>'
    const sparse = openDocument({ kind: 'spreadsheet', body: `<table:table>${blank.repeat(100_000)}</table:table>` })
    expect(await extractText(sparse, limits)).toEqual({ reason: 'empty' })
  })
})

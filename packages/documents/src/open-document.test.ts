import { describe, expect, test } from 'vitest'
import { openDocument } from './fixtures/open-document-fixture.ts'
import { extractText } from './index.ts'

const limits = { maxBytes: 1_000_000 }
const p = (content: string) => `<text:p>${content}</text:p>`

describe('OpenDocument text', () => {
  test('paragraphs are lines, white space is as the document says, notes and headers follow', async () => {
    const note = `<text:note><text:note-citation>1</text:note-citation><text:note-body>${p('A note.')}</text:note-body></text:note>`
    const comment = `<office:annotation><dc:creator>Ann</dc:creator>${p('Really?')}</office:annotation>`
    const body = [
      `<text:tracked-changes>${p('deleted')}</text:tracked-changes>`,
      '<text:h>Heading</text:h>',
      p(
        `Some\n   <text:span>words</text:span>${note} and${comment}<text:s text:c="3"/>more<text:tab/>x<text:line-break/>y`,
      ),
      p('Last &amp; least'),
    ]
    const styles = `<style:header>${p('Confidential')}</style:header>`
    const bytes = openDocument({ kind: 'text', body: body.join(''), title: 'Mine', styles })
    const text = 'Heading\nSome words and   more\tx\ny\nLast & least\n\nConfidential\n\nA note.\nReally?'
    expect(await extractText(bytes, limits)).toEqual({ format: 'odt', title: 'Mine', parts: [{ text }] })
  })

  test('a row of a table is a line', async () => {
    const cell = (text: string) => `<table:table-cell>${p(text)}</table:table-cell>`
    const rows = [cell('a') + cell('b'), cell('c') + cell('d')].map(
      (row) => `<table:table-row>${row}</table:table-row>`,
    )
    const body = `${p('before')}<table:table>${rows.join('')}</table:table>${p('after')}`
    const bytes = openDocument({ kind: 'text', body })
    expect(await extractText(bytes, limits)).toEqual({ format: 'odt', parts: [{ text: 'before\na\tb\nc\td\nafter' }] })
  })

  test('an encrypted one says so in its manifest', async () => {
    const manifest = '<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>'
    const bytes = openDocument({ kind: 'text', body: p('x'), manifest })
    expect(await extractText(bytes, limits)).toEqual({ reason: 'encrypted' })
  })
})

describe('OpenDocument spreadsheet', () => {
  test('cells and rows are written as often as they are repeated, unless blank', async () => {
    const cell = (text: string, attributes = '') => `<table:table-cell ${attributes}>${p(text)}</table:table-cell>`
    const blank = (count: number) => `<table:table-cell table:number-columns-repeated="${count}"/>`
    const row = (cells: string, count = 1) =>
      `<table:table-row table:number-rows-repeated="${count}">${cells}</table:table-row>`
    const rows = [
      row(cell('a') + blank(2) + cell('b') + blank(16_000)),
      row(blank(1) + cell('c', 'table:number-columns-repeated="2"'), 2),
      row(cell('2.5.24', 'office:value-type="date" office:date-value="2024-05-02"')),
      row(blank(16_384), 1_000_000),
    ]
    const sheets = `<table:table table:name="Empty"/><table:table table:name="Full">${rows.join('')}</table:table>`
    expect(await extractText(openDocument({ kind: 'spreadsheet', body: sheets }), limits)).toEqual({
      format: 'ods',
      parts: [{ label: 'sheet', number: 2, name: 'Full', text: 'a\t\t\tb\n\tc\tc\n\tc\tc\n2024-05-02' }],
    })
  })
})

describe('OpenDocument presentation', () => {
  test('slides have their names and notes', async () => {
    const page = (name: string, content: string) => `<draw:page draw:name="${name}">${content}</draw:page>`
    const notes = `<presentation:notes>${p('Smile.')}</presentation:notes>`
    const body = page('Start', p('Hello') + notes) + page('End', p('Bye <text:page-number>2</text:page-number>'))
    expect(await extractText(openDocument({ kind: 'presentation', body }), limits)).toEqual({
      format: 'odp',
      parts: [
        { label: 'slide', number: 1, name: 'Start', text: 'Hello\nSmile.' },
        { label: 'slide', number: 2, name: 'End', text: 'Bye' },
      ],
    })
  })
})

import { describe, expect, test } from 'vitest'
import { presentation } from './fixtures/slides-fixture.ts'
import { paragraph, run, word } from './fixtures/word-fixture.ts'
import { workbook } from './fixtures/workbook-fixture.ts'
import { extractText } from './index.ts'

const limits = { maxBytes: 1_000_000 }

/** The text of a document of one part. */
async function textOf(bytes: Uint8Array) {
  const document = await extractText(bytes, limits)
  return 'reason' in document ? document.reason : document.parts.map(({ text }) => text).join('\n---\n')
}

describe('Word', () => {
  test('paragraphs are lines; tabs and line breaks stay', async () => {
    const tabStop = '<w:pPr><w:tabs><w:tab w:val="left" w:pos="720"/></w:tabs></w:pPr>'
    const body = [
      paragraph(`${tabStop}${run('Dear ')}${run('Ann &amp; Bob,')}`),
      paragraph('<w:r><w:t>one</w:t><w:tab/><w:t>two</w:t><w:br/><w:t>three</w:t></w:r>'),
      paragraph(''),
      paragraph(run('naïve 日本 😀')),
    ]
    const document = await extractText(word(body.join(''), {}, 'A letter'), limits)
    expect(document).toEqual({
      format: 'docx',
      title: 'A letter',
      parts: [{ text: 'Dear Ann & Bob,\none\ttwo\nthree\n\nnaïve 日本 😀' }],
    })
  })

  test('a row of a table is a line, its cells apart by tabs', async () => {
    const cell = (content: string) => `<w:tc><w:tcPr/>${content}</w:tc>`
    const row = (...cells: string[]) => `<w:tr>${cells.map(cell).join('')}</w:tr>`
    const inner = `<w:tbl>${row(paragraph(run('x')), paragraph(run('y')))}</w:tbl>${paragraph('')}`
    const table = `<w:tbl>${row(paragraph(run('a')), paragraph(run('b')) + paragraph(run('c')))}${row('', inner)}</w:tbl>`
    const body = paragraph(run('before')) + table + paragraph(run('after'))
    expect(await textOf(word(body))).toBe('before\na\tb c\n\tx y\nafter')
  })

  test('what was deleted or moved away is left out, and of two renderings the older one', async () => {
    const boxed = (text: string) => `<w:txbxContent>${paragraph(run(text))}</w:txbxContent>`
    const body = paragraph(
      [
        run('kept'),
        '<w:del><w:r><w:delText>deleted</w:delText><w:tab/></w:r></w:del>',
        `<w:moveFrom>${run('moved')}</w:moveFrom>`,
        `<w:ins>${run(' added')}</w:ins>`,
        '<w:r><w:instrText>PAGE</w:instrText></w:r>',
        `<mc:AlternateContent><mc:Choice>${boxed('box')}</mc:Choice><mc:Fallback>${boxed('box')}</mc:Fallback></mc:AlternateContent>`,
      ].join(''),
    )
    expect(await textOf(word(body))).toBe('kept added\nbox')
  })

  test('headers, footers, notes and comments follow the body, each text once', async () => {
    const beside = {
      header: paragraph(run('Confidential')),
      footer: paragraph(run('Confidential')),
      footnotes: `<w:footnote>${paragraph(run('See there.'))}</w:footnote>`,
      comments: `<w:comment>${paragraph(run('Really?'))}</w:comment>`,
    }
    expect(await textOf(word(paragraph(run('Body')), beside))).toBe('Body\n\nConfidential\n\nSee there.\n\nReally?')
  })
})

describe('PowerPoint', () => {
  test('slides come in the order in which they are shown, with their titles and notes', async () => {
    const slides = [{ title: 'Hello', lines: ['one', 'two'], notes: 'Smile.' }, {}, { lines: ['last'] }]
    expect(await extractText(presentation(slides), limits)).toEqual({
      format: 'pptx',
      title: 'Talk',
      parts: [
        { label: 'slide', number: 1, name: 'Hello', text: 'Hello\none\ntwo\n\nSmile.' },
        { label: 'slide', number: 3, text: 'last' },
      ],
    })
  })
})

describe('Excel', () => {
  test('rows are lines, cells are apart by tabs, whatever kind they are', async () => {
    const rows = [
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>',
      '<row r="3"><c r="A3"><v>1</v></c><c r="B3"><v>0.30000000000000004</v></c><c r="D3" t="b"><v>1</v></c></row>',
      '<row><c t="inlineStr"><is><t>in</t><t>line</t></is></c><c t="str"><f>A1&amp;"!"</f><v>two\nlines</v></c></row>',
      '<row><c t="e"><v>#DIV/0!</v></c><c s="4"><v>1234567890123456789</v></c></row>',
    ]
    const strings = ['<t>Name</t>', '<r><t>Su</t></r><r><t>m</t></r><rPh><t>aloud</t></rPh>']
    const hidden = { name: 'Old', state: 'hidden', rows: '<row><c><v>7</v></c></row>' }
    const document = await extractText(workbook([{ name: 'A &amp; B', rows: rows.join('') }, hidden], strings), limits)
    const text = 'Name\t\tSum\n1\t0.3\t\tTRUE\ninline\ttwo lines\n#DIV/0!\t1234567890123456789'
    expect(document).toEqual({
      format: 'xlsx',
      title: 'Numbers',
      parts: [
        { label: 'sheet', number: 1, name: 'A & B', text },
        { label: 'sheet', number: 2, name: 'Old', text: '7' },
      ],
    })
  })

  const dated = (value: number, style: number) => `<row><c s="${style}"><v>${value}</v></c></row>`

  test('dates and times are written by ISO 8601', async () => {
    const rows = [dated(45_292, 1), dated(45_292.75, 2), dated(1.5, 3), dated(59, 1), dated(61, 1), dated(-1, 1)]
    const text = ['2024-01-01', '2024-01-01T18:00:00', '36:00:00', '1900-02-28', '1900-03-01', '-1'].join('\n')
    expect(await textOf(workbook([{ name: 'Days', rows: rows.join('') }]))).toBe(text)
  })

  test('days are counted from 1904 where the workbook says so', async () => {
    const sheet = { name: 'Days', rows: dated(0, 1) + dated(43_830, 1) }
    const properties = '<workbookPr date1904="1"/>'
    expect(await textOf(workbook([sheet], [], properties))).toBe('1904-01-01\n2024-01-01')
  })

  test('a date in text stays, and an unknown style or string is no fault', async () => {
    const rows = '<row><c t="d"><v>2024-05-06</v></c><c s="99"><v>45292</v></c><c t="s"><v>99</v></c></row>'
    expect(await textOf(workbook([{ name: 'Days', rows }]))).toBe('2024-05-06\t45292')
  })
})

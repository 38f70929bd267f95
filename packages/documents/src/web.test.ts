import { describe, expect, test } from 'vitest'
import { epub, xhtml } from './fixtures/epub-fixture.ts'
import { extractText } from './index.ts'

const limits = { maxBytes: 1_000_000 }

async function textOf(html: string | Uint8Array) {
  const document = await extractText(typeof html === 'string' ? Buffer.from(html) : html, limits)
  return 'reason' in document ? document.reason : document.parts.map(({ text }) => text).join('\n---\n')
}

describe('HTML', () => {
  test('blocks are lines, and nothing is read that is not shown', async () => {
    const page = `<!DOCTYPE html>
      <html><head><title>A &amp; B</title><style>p { color: red }</style><script>document.write('<p>no')</script></head>
      <body><h1>Head<em>ing</em></h1><p>One
        two&nbsp;&eacute;&#x1f600;<br>three</p><ul><li>x<li>y</ul><!-- no -->
        <script>alert(1)</script><noscript>no</noscript><template>no</template>
        <pre>  a\n    b</pre><div>last<span> word</span></div></body></html>`
    expect(await extractText(Buffer.from(page), limits)).toEqual({
      format: 'html',
      title: 'A & B',
      parts: [{ text: 'Heading\n\nOne two\u00a0é😀\nthree\n\nx\ny\n\n  a\n    b\n\nlast word' }],
    })
  })

  test('a row of a table is a line, its cells apart by tabs', async () => {
    const table = '<table><tr><th>a</th><th>b</th></tr><tr><td><p>c</p><p>d</p><td>e</tr></table>'
    expect(await textOf(`<html><body>x${table}y`)).toBe('x\n\na\tb\nc d\te\n\ny')
  })

  test('the encoding is that of the mark, of the declaration, or what the bytes can be', async () => {
    const page = (head: string) => `<html><head>${head}</head><body>é</body></html>`
    expect(await textOf(Buffer.from(`\ufeff${page('')}`, 'utf16le'))).toBe('é')
    expect(await textOf(Buffer.from(page('<meta charset="iso-8859-1">'), 'latin1'))).toBe('é')
    expect(await textOf(Buffer.from(page('<meta content="text/html; charset=windows-1251">'), 'latin1'))).toBe('й')
    expect(await textOf(Buffer.from('<html><body>\x80 \x93\xe9\x94', 'latin1'))).toBe('€ “é”')
    expect(await textOf(Buffer.from(page('<meta charset="no-such">'), 'latin1'))).toBe('é')
    expect(await textOf(page('<meta charset="utf-16">'))).toBe('é')
  })

  test('a page whose elements nest without end is broken, one without text empty', async () => {
    expect(await textOf(`<html>${'<div>'.repeat(200_000)}${'</a>'.repeat(200_000)}`)).toBe('broken')
    expect(await textOf('<html><body><script>1</script> </body></html>')).toBe('empty')
  })

  test('a head that is not closed ends where the body can have begun', async () => {
    expect(await textOf('<html><head><title>T</title><p>text')).toBe('text')
  })
})

describe('EPUB', () => {
  const pages = [xhtml('<p>Cover</p>'), xhtml('<div/>'), xhtml('<h2>One</h2><p>It was &#8230; &nbsp;late.</p>')]

  test('chapters come in reading order, under their headings', async () => {
    expect(await extractText(epub(pages), limits)).toEqual({
      format: 'epub',
      title: 'A Book',
      parts: [
        { label: 'chapter', number: 1, text: 'Cover' },
        { label: 'chapter', number: 3, name: 'One', text: 'One\n\nIt was … \u00a0late.' },
      ],
    })
  })

  test('a book is encrypted when a chapter is, and not when only its fonts are', async () => {
    const encryption = (uri: string) => ({
      'META-INF/encryption.xml': `<encryption><CipherReference URI="${uri}"/></encryption>`,
    })
    expect(await extractText(epub(pages, encryption('OEBPS/text/part%200.xhtml')), limits)).toEqual({
      reason: 'encrypted',
    })
    expect(await extractText(epub(pages, encryption('OEBPS/font.otf')), limits)).toMatchObject({ format: 'epub' })
  })

  test('a book without its list of chapters is broken', async () => {
    const container = '<container><rootfile full-path="none.opf"/></container>'
    expect(await extractText(epub(pages, { 'META-INF/container.xml': container }), limits)).toEqual({
      reason: 'broken',
    })
  })
})

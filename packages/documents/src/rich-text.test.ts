import { describe, expect, test } from 'vitest'
import { extractText } from './index.ts'

const limits = { maxBytes: 1_000_000 }

async function textOf(rtf: string) {
  const document = await extractText(Buffer.from(rtf, 'latin1'), limits)
  return 'reason' in document ? document.reason : document.parts.map(({ text }) => text).join('\n---\n')
}

describe('rich text', () => {
  test('paragraphs are lines; what describes the document is left out, but for its title', async () => {
    const rtf = String.raw`{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fswiss Arial{\*\falt Helv};}}{\colortbl;\red1\green2\blue3;}
{\stylesheet{\s0 Normal;}}{\info{\title My {\b Title}}{\author Ann}}{\*\generator Word}
\pard\f0 Dear {\b Ann},\par one\tab two\line three\~four\emdash five\par\par {\pict\pngblip 89504e47}\{x\}\par}`
    expect(await extractText(Buffer.from(rtf), limits)).toEqual({
      format: 'rtf',
      title: 'My Title',
      parts: [{ text: 'Dear Ann,\none\ttwo\nthree\u00a0four—five\n\n{x}' }],
    })
  })

  test('bytes are in the code page of the document, or in that of their font', async () => {
    expect(await textOf(String.raw`{\rtf1\ansi\ansicpg1252 caf\'e9 \'80}`)).toBe('café €')
    expect(await textOf(String.raw`{\rtf1\ansi\ansicpg1251 \'cf\'f0\'e8}`)).toBe('При')
    expect(await textOf(String.raw`{\rtf1\ansi\ansicpg932 \'93\'fa\'96\'7b}`)).toBe('日本')
    const fonts = String.raw`{\fonttbl{\f0\fcharset0 Arial;}{\f1\fcharset204 Arial Cyr;}}`
    expect(await textOf(String.raw`{\rtf1\ansi${fonts}\f0 \'e9{\f1 \'e9}\'e9\f1\'e9\plain\'e9}`)).toBe('éйéйé')
    expect(await textOf('{\\rtf1\\ansi caf\xe9}')).toBe('café')
    expect(await textOf(String.raw`{\rtf1\ansi\ansicpg4711 \'e9}`)).toBe('é')
  })

  test('characters of Unicode stand for their replacements, as many bytes as the group says', async () => {
    expect(await textOf(String.raw`{\rtf1\u8364?5 {\uc2\u26085\'93\'fa\u26412xxy}\u-10179?\u-8704?\uc0\u233 z}`)).toBe(
      '€5 日本y😀éz',
    )
    expect(await textOf(String.raw`{\rtf1 a\u-10179?b}`)).toBe('a\ufffdb')
  })

  test('a row of a table is a line', async () => {
    const row = (...cells: string[]) => `\\trowd\\pard\\intbl ${cells.map((cell) => `${cell}\\cell `).join('')}\\row`
    const rtf = `{\\rtf1 before\\par${row('a', 'b\\par c', '')}${row('', 'd')}\\pard after}`
    expect(await textOf(rtf)).toBe('before\na\tb c\n\td\nafter')
  })

  test('fields show their results; deleted and hidden text does not show; notes and headers follow', async () => {
    const rtf = String.raw`{\rtf1{\header Top\par}A {\field{\*\fldinst HYPERLINK "x"}{\fldrslt link}}{\footnote\pard A note.}
{\deleted gone}{\v hidden}{\v0 .}{\*\unknown no}{\shp{\*\shpinst{\sp{\sn n}{\sv v}}{\shptxt\par boxed}}}\par}`
    expect(await textOf(rtf)).toBe('A link.\nboxed\n\nTop\nA note.')
  })

  test('binary data is passed over', async () => {
    expect(await textOf('{\\rtf1 a{\\pict\\bin5 }}}}}}b}')).toBe('ab')
  })

  test('what is cut off, or nests without end, is broken', async () => {
    expect(await textOf('{\\rtf1 text')).toBe('broken')
    expect(await textOf(`{\\rtf1 ${'{'.repeat(1_000_000)}`)).toBe('broken')
    expect(await textOf('{\\rtf1 text\\bin99999999 x}')).toBe('broken')
  })
})

import type { LineWriter } from '../line-writer.ts'

const hidden = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'iframe',
  'object',
  'svg',
  'select',
  'annotation',
  'rt',
  'rp',
])
const blocks = new Set(
  (
    'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure ' +
    'footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol p pre search section ' +
    'summary table tbody tfoot thead title tr ul'
  ).split(' '),
)
// these stand apart from what is around them
const paragraphs = new Set(['p', 'pre', 'blockquote', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table', 'ul', 'ol', 'dl'])
const headings = /^h[1-6]$/
const maxNameLength = 4_096

/** Writes what a browser would show of the elements and texts of a page as lines, and keeps its title and first heading. */
export function createHtmlFlow(writer: LineWriter) {
  const names = { title: '', heading: '' }
  let skipping = 0
  let inHead = 0
  let inTitle = 0
  let inPre = 0
  let inHeading = 0
  let afterSpace = true

  const write = (text: string) => {
    const collapsed = inPre > 0 ? text : text.replace(/[ \t\r\n\f]+/g, ' ')
    const shown = inPre === 0 && afterSpace && collapsed.startsWith(' ') ? collapsed.slice(1) : collapsed
    if (collapsed === '') return
    afterSpace = /\s$/.test(collapsed)
    if (inHeading > 0 && names.heading.length < maxNameLength) names.heading += shown
    writer.text(shown)
  }
  const startBlock = (name: string) => {
    writer.endLine()
    if (paragraphs.has(name)) writer.breakLine()
    afterSpace = true
  }

  return {
    title: () => names.title,
    heading: () => names.heading,
    open(name: string) {
      if (skipping > 0 || hidden.has(name)) {
        skipping += 1
        return
      }
      if (name === 'head') inHead += 1
      // the end of the head may be left out
      else if (blocks.has(name) && name !== 'title') inHead = 0
      if (name === 'title') inTitle += 1
      if (name === 'pre') inPre += 1
      if (blocks.has(name)) startBlock(name)
      if (name === 'br') writer.breakLine()
      if (name === 'tr') writer.startRow()
      if (name === 'td' || name === 'th') writer.startCell()
      if (name === 'br' || name === 'td' || name === 'th') afterSpace = true
      if (headings.test(name) && names.heading === '') inHeading += 1
    },
    text(text: string) {
      if (skipping > 0) return
      if (inTitle > 0) {
        if (names.title.length < maxNameLength) names.title += text
      } else if (inHead === 0) write(text)
    },
    close(name: string) {
      if (skipping > 0) {
        skipping -= 1
        return
      }
      if (name === 'head') inHead = 0
      if (name === 'title') inTitle = Math.max(0, inTitle - 1)
      if (name === 'pre') inPre = Math.max(0, inPre - 1)
      if (headings.test(name) && inHeading > 0) inHeading -= 1
      if (name === 'td' || name === 'th') writer.endCell()
      if (name === 'tr') writer.endRow()
      if (blocks.has(name)) startBlock(name)
    },
  }
}

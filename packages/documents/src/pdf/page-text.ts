/** A run of glyphs as the reader of PDF gives it. */
export interface TextRun {
  str: string
  hasEOL: boolean
  /** An affine matrix; the last number is the height of the baseline on the page. */
  transform: number[]
  height: number
}

// a line further below than this many heights begins a paragraph
const paragraphGap = 1.9

/** The text of a page in the order in which it is drawn, line by line, a blank line where paragraphs stand apart. */
export function pageText(runs: readonly TextRun[]): string {
  let text = ''
  let baseline: number | undefined
  let height = 0
  let lineStarts = true
  for (const run of runs) {
    const y = run.transform[5] ?? 0
    if (lineStarts && run.str.trim() !== '') {
      const gap = baseline === undefined ? 0 : baseline - y
      if (gap > paragraphGap * Math.max(height, run.height)) text += '\n'
      baseline = y
      height = run.height
      lineStarts = false
    }
    text += run.str
    if (run.hasEOL) {
      text += '\n'
      lineStarts = true
    }
  }
  return text
}

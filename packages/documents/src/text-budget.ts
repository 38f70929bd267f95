import { Refusal } from './reasons.ts'

/** Between two parts of one text. */
export const partSeparator = '\n\n'

// what no text needs and what databases refuse: controls other than tab and line feed, and the marks of no character
const controls = /(?![\t\n])[\p{Cc}\ufffe\uffff]/gu
const lineEnds = /\r\n?|\v|\f|[\u0085\u2028\u2029]/g

// what cleaning takes away again, such as blank lines, is counted as well
const slack = 65_536

/** Counts the text of a document in UTF-8 as it grows, and refuses the document once it is clearly over the limit. */
export interface TextBudget {
  spend(text: string): void
  /** Refuses what is not spent yet, but as it is held already would be over the limit: a count of characters. */
  check(characters: number): void
  /** A budget of what is left, for text that is held beside the one that counts. */
  fork(): TextBudget
}

export function createTextBudget(maxBytes: number): TextBudget {
  return budgetOf(maxBytes + slack)
}

function budgetOf(bytes: number): TextBudget {
  let left = bytes
  return {
    spend(text) {
      left -= Buffer.byteLength(text, 'utf8')
      if (left < 0) throw new Refusal('too_large')
    },
    check(characters) {
      if (characters > left) throw new Refusal('too_large')
    },
    fork: () => budgetOf(left),
  }
}

/** Text as it may be stored: lines end in a line feed, at most one is blank in a row, none ends in white space. */
export function cleanText(text: string): string {
  const lines = text.toWellFormed().replace(lineEnds, '\n').replace(controls, '')
  return trimLines(lines)
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+/, '')
    .replace(/\n+$/, '')
}

/** A name or title: one line, single spaces. Undefined when nothing is left. */
export function cleanName(name: string | undefined): string | undefined {
  const cleaned = name?.slice(0, 1_000).toWellFormed().replace(controls, '').replace(/\s+/g, ' ').trim()
  return cleaned === '' ? undefined : cleaned
}

// by hand: a pattern would look at each run of spaces once for each of its characters
function trimLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
}

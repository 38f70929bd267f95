import { diffWordsWithSpace, structuredPatch } from 'diff'

/** A run of changed lines with three around them; each line begins with a blank, - or +. */
export interface Hunk {
  from_line: number
  to_line: number
  lines: string[]
}

/** A run of text that stayed, came or went. What stayed and is long is cut in its middle: `skipped`, with its length. */
export interface Part {
  op: 'same' | 'added' | 'removed' | 'skipped'
  text: string
  length: number
}

export interface TextDiff {
  /** True when the texts are too large or too different to compare in time; then there are neither hunks nor parts. */
  too_large: boolean
  hunks?: Hunk[]
  parts?: Part[]
}

// how long a comparison may hold up the process, in milliseconds
const patience = 400
// both texts together, in UTF-16 code units
const mostForLines = 4 * 1024 * 1024
const mostForWords = 512 * 1024
const kept = 120

/** What differs between two texts, by line or by word; at most about half a second of work. */
export function diffTexts(from: string, to: string, by: 'line' | 'word'): TextDiff {
  const size = from.length + to.length
  if (size > (by === 'line' ? mostForLines : mostForWords)) return { too_large: true }
  if (by === 'line') {
    const patch = structuredPatch('', '', from, to, undefined, undefined, { context: 3, timeout: patience })
    if (patch === undefined) return { too_large: true }
    return {
      too_large: false,
      hunks: patch.hunks.map(({ oldStart, newStart, lines }) => ({ from_line: oldStart, to_line: newStart, lines })),
    }
  }
  const changes = diffWordsWithSpace(from, to, { timeout: patience })
  if (changes === undefined) return { too_large: true }
  return {
    too_large: false,
    parts: changes.flatMap(({ added, removed, value }) =>
      added || removed ? [part(added ? 'added' : 'removed', value)] : shorten(value),
    ),
  }
}

const part = (op: Part['op'], text: string, length = text.length): Part => ({ op, text, length })

function shorten(text: string): Part[] {
  if (text.length <= 3 * kept) return [part('same', text)]
  return [
    part('same', text.slice(0, kept)),
    part('skipped', '', text.length - 2 * kept),
    part('same', text.slice(-kept)),
  ]
}

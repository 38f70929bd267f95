import type { Entry, TextAdapter } from '../adapter.ts'
import { baseName, contentHash } from '../keys.ts'
import type { Role } from '../types.ts'

// what may stand before the first prompt: a title, a rule, and lines such as `Date: today`
const heading = /^(?:\s*$|#|---|[A-Z][\w ]{0,30}: )/

interface Turn {
  role: Role
  text: string
}

/**
 * Plain transcripts: prompts are lines that begin with `>`, what stands between is the answer. A prompt begins the file
 * or follows a blank line, and fenced code holds none.
 */
export const plain: TextAdapter = {
  reads: 'text',
  format: 'plain',
  // a single quotation makes no transcript
  matches(head) {
    const turns = readTurns(head)
    const count = (wanted: Role) => turns.filter(({ role }) => role === wanted).length
    const before = turns[0]?.role === 'system' ? turns[0].text.split('\n') : []
    return count('user') >= 2 && count('assistant') >= 1 && before.every((line) => heading.test(line))
  },
  *read(text, { path }): Generator<Entry> {
    const turns = readTurns(text)
    const title = baseName(path)
    const conversation = { id: contentHash(title, turns[0]?.text), title }
    for (const message of turns) yield { conversation, message }
  },
}

function readTurns(text: string): Turn[] {
  const turns: Turn[] = []
  let role = 'system' as Role
  let lines: string[] = []
  let fence = ''
  let afterBlank = true
  const finish = (next: Role) => {
    const said = spoken(lines)
    if (said.trim() !== '') turns.push({ role, text: said })
    role = next
    lines = []
  }
  for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    const quoted = fence === '' && line.startsWith('>')
    if (role === 'user' && !quoted) finish('assistant')
    else if (role !== 'user' && quoted && afterBlank) finish('user')
    lines.push(role === 'user' ? line.replace(/^> ?/, '') : line)
    fence = role === 'user' ? '' : fenceAfter(line, fence)
    afterBlank = line.trim() === ''
  }
  finish('system')
  return turns
}

/** The turn's text without the line breaks around it, which the transcript put there. */
function spoken(lines: string[]): string {
  return lines
    .join('')
    .replace(/^\r?\n/, '')
    .replace(/\r?\n(?:\r?\n)?$/, '')
}

function fenceAfter(line: string, fence: string): string {
  const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
  if (mark === undefined) return fence
  return fence === '' ? mark : mark.startsWith(fence) ? '' : fence
}

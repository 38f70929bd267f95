import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const vocabularySize = 20_000
const syllables = 'ka lo mi ren tas vo du shi ber no pel gra zu fi ton'.split(' ')

/** A generator of the same numbers from 0 to 1 for the same seed (mulberry32). */
export function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

const word = (rank: number): string => {
  let name = ''
  for (let rest = rank + 1; rest > 0; rest = Math.floor(rest / syllables.length))
    name += syllables[rest % syllables.length]
  return name
}

/** Words as often as in language: the n-th one 1/n as often as the first (Zipf). */
export const zipfWord = (next: () => number): string => word(Math.floor(vocabularySize ** next()) - 1)

/** A text of about `characters`, in sentences and paragraphs. */
export function text(next: () => number, characters: number): string {
  let written = ''
  for (let words = 1; written.length < characters; words++) {
    written += zipfWord(next) + (words % 80 === 0 ? '.\n\n' : words % 12 === 0 ? '. ' : ' ')
  }
  return `${written.trimEnd()}\n`
}

/** Writes `count` files of about `characters` below `root`, in ten folders. */
export async function writeTree(root: string, count: number, characters: number): Promise<void> {
  const next = random(1)
  for (let n = 0; n < count; n++) {
    const path = join(root, `part-${n % 10}`, `note-${n}.md`)
    if (n < 10) await mkdir(dirname(path), { recursive: true })
    await writeFile(path, `# Note ${n}\n\n${text(next, characters)}`)
  }
}

/** Queries of six words each, as often used as they are written. */
export function queries(count: number): string[] {
  const next = random(2)
  return Array.from({ length: count }, () => Array.from({ length: 6 }, () => zipfWord(next)).join(' '))
}

const messagesOfASession = 2000

/** Writes sessions of a coding agent, in JSON lines: prompts and answers of some sixty words. */
export async function writeSessions(root: string, messages: number): Promise<void> {
  const next = random(3)
  await mkdir(root, { recursive: true })
  for (let from = 0; from < messages; from += messagesOfASession) {
    const lines = Array.from({ length: Math.min(messagesOfASession, messages - from) }, (_, n) => {
      const role = n % 2 === 0 ? 'user' : 'assistant'
      const said = text(next, 400)
      return JSON.stringify({
        type: role,
        uuid: `message-${from + n}`,
        sessionId: `session-${from}`,
        cwd: '/home/ada/shop',
        timestamp: new Date(Date.UTC(2026, 0, 1) + 60_000 * (from + n)).toISOString(),
        message: { role, content: role === 'user' ? said : [{ type: 'text', text: said }] },
      })
    })
    await writeFile(join(root, `session-${from}.jsonl`), `${lines.join('\n')}\n`)
  }
}

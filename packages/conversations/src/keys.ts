import { createHash } from 'node:crypto'

/** A short hash of the parts, in which no two lists of parts are spelled alike. */
export function contentHash(...parts: (string | undefined)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 24)
}

/** The name of a file without its folders and without the last ending: for titles, and for ids where a source has none. */
export function baseName(path: string): string {
  const name = path.split(/[\\/]/).findLast((part) => part !== '') ?? path
  return name.replace(/(?<=.)\.[^.]*$/, '')
}

// so much memory a very long file may take; repeats further apart than this are not seen
const remembered = 200_000

/** Counts how often each name came before, of the last 200,000 different ones at least. */
export function createCounter(): (name: string) => number {
  // a generation is dropped as a whole, which costs nothing; taking names out one by one makes a large map slow
  let recent = new Map<string, number>()
  let older = new Map<string, number>()
  return (name) => {
    const before = recent.get(name) ?? older.get(name) ?? 0
    recent.set(name, before + 1)
    if (recent.size >= remembered) {
      older = recent
      recent = new Map()
    }
    return before
  }
}

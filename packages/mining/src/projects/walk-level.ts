import { extendRules, freshRules, type Rules } from './ignore-rules.ts'
import { type Listed, listFolder } from './list-folder.ts'
import { fitsAbove, fitsDrawer } from './names.ts'
import type { SkipReason } from './skip-reasons.ts'
import { inspectFile, type WalkEntry } from './walk-entry.ts'

export interface Place {
  kind: 'folder'
  /** Path below the root in NFC, empty or ending in `/`. */
  path: string
  /** Path below the top of the repository as on disk, in byte text, likewise. */
  ruled: string
  /** Where it is on disk. */
  absolute: string
}

/** A folder being walked. */
export interface Level extends Place {
  rules: Rules
  entries: Listed[]
  next: number
  /** Part of the last entry that was not skipped. */
  kept: string
}

// several files at a time are looked at, so that a walk is not one disk access after another
const lookAhead = 32
const ownFiles = new Set(['.git', '.gitignore', '.lociignore'])

/** The level of a folder, with the rules of its own ignore files after those around it. System errors pass. */
export async function openLevel(place: Place, outer: Rules): Promise<Level> {
  const entries = await listFolder(place.absolute)
  const changes = entries.some(({ name }) => ownFiles.has(name))
  const rules = changes ? await extendRules(outer, place.absolute, place.ruled) : freshRules(outer)
  return { ...place, rules, entries, next: 0, kept: '' }
}

/** The next entries of a level and what becomes of each; none at its end. */
export async function judgeNext(level: Level, maxBytes: number): Promise<(WalkEntry | Place)[]> {
  const entries = level.entries.slice(level.next, level.next + lookAhead)
  level.next += entries.length
  // each runs in turn up to its look at the disk, so `kept` is right
  return Promise.all(entries.map(async (entry) => judge(entry, level, maxBytes)))
}

function judge(entry: Listed, level: Level, maxBytes: number): WalkEntry | Place | Promise<WalkEntry> {
  const place = placeOf(entry, level)
  const reason = reasonToSkip(entry, place, level)
  if (reason !== undefined) return { kind: 'skipped', path: place.path, reason }
  level.kept = entry.part
  return entry.kind === 'folder' ? place : inspectFile(place.path, place.absolute, maxBytes)
}

function placeOf(entry: Listed, { path, ruled, absolute }: Level): Place {
  return {
    kind: 'folder',
    path: path + entry.part,
    ruled: ruled + entry.bytes + (entry.kind === 'folder' ? '/' : ''),
    absolute: `${absolute === '/' ? '' : absolute}/${entry.name}`,
  }
}

/** Why an entry is neither entered nor read, as far as its name and kind tell. */
function reasonToSkip(entry: Listed, place: Place, { rules, kept }: Level): SkipReason | undefined {
  // the repository's own folder, or the file that names it, cannot be brought back
  if (entry.name === '.git' || rules.test(place.ruled).ignored) return 'ignored'
  if (entry.kind === 'symlink' || entry.kind === 'special') return entry.kind
  const fits = entry.kind === 'folder' ? fitsAbove(place.path) : fitsDrawer(place.path)
  if (!entry.legible || !fits) return 'name'
  return kept === entry.part ? 'same_name' : undefined
}

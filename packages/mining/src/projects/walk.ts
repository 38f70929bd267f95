import { openRules, type Rules } from './ignore-rules.ts'
import { reasonOf } from './read-bounded.ts'
import { unreadableRoot } from './root.ts'
import type { WalkEntry } from './walk-entry.ts'
import { judgeNext, type Level, openLevel, type Place } from './walk-level.ts'

export interface WalkOptions {
  /** Larger files are skipped. */
  maxBytes: number
  signal?: AbortSignal | undefined
  /** Begin behind this path. */
  after?: string | undefined
}

/**
 * Every entry below a root that `openRoot` gave, files to read and what is skipped with its reason, in ascending order
 * of their paths by code unit. Listings of the folders on the way down are in memory, no more. Throws
 * the signal's reason when aborted, `source.unreadable` when the root is gone, `unavailable` when the process is out of
 * files or memory.
 */
export async function* walkProject(
  root: string,
  { maxBytes, signal, after = '' }: WalkOptions,
): AsyncGenerator<WalkEntry> {
  const steps = [walkLevel(await openFirst(root), maxBytes)]
  for (let step = steps.at(-1); step !== undefined; step = steps.at(-1)) {
    signal?.throwIfAborted()
    const { value, done } = await step.next()
    if (done) steps.pop()
    else if ('entries' in value) steps.push(walkLevel(value, maxBytes))
    else if (value.path > after) yield value
  }
}

/** The entries of one folder; a folder in it that can be entered comes as the level to walk next. */
async function* walkLevel(level: Level, maxBytes: number): AsyncGenerator<WalkEntry | Level, void> {
  for (let found = await judgeNext(level, maxBytes); found.length > 0; found = await judgeNext(level, maxBytes)) {
    for (const entry of found) yield entry.kind === 'folder' ? await enter(entry, level.rules) : entry
  }
}

async function enter(place: Place, rules: Rules): Promise<WalkEntry | Level> {
  try {
    return await openLevel(place, rules)
  } catch (error) {
    return { kind: 'skipped', path: place.path, reason: reasonOf(error) }
  }
}

async function openFirst(root: string): Promise<Level> {
  const { base, rules } = await openRules(root)
  try {
    return await openLevel({ kind: 'folder', path: '', ruled: base, absolute: root }, rules)
  } catch (error) {
    // what concerns the whole process is thrown here
    reasonOf(error)
    throw unreadableRoot(root, error)
  }
}

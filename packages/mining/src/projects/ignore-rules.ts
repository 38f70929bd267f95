import { stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import ignore from 'ignore'
import { defaultIgnores } from './default-ignores.ts'
import { fromBytes, toBytes } from './byte-text.ts'
import { readBounded } from './read-bounded.ts'
import { folderPattern, scopePatterns } from './scope-patterns.ts'

const maxIgnoreFileBytes = 16 * 1024 * 1024
const ignoreFiles = ['.gitignore', '.lociignore']

export type Rules = ignore.Ignore

interface ProjectRules {
  /** Path from the top of the repository to the root, `a/b/`, as byte text; empty at the top or without one. */
  base: string
  rules: Rules
}

/** What holds before the root's own ignore files: the built-in list, and the folders of its repository above it. */
export async function openRules(root: string): Promise<ProjectRules> {
  const above = await foldersAbove(root)
  let rules = matcher().add(defaultIgnores)
  let base = ''
  for (const { folder, next } of above) {
    rules = await extendRules(rules, folder, base)
    base += `${toBytes(next)}/`
  }
  // whoever names a folder wants it, even if it is ignored where it stands
  const parts = base.split('/').slice(0, -1)
  for (const depth of parts.keys()) {
    rules.add({ pattern: `!${folderPattern(parts.slice(0, depth + 1).join('/'))}/` })
  }
  return { base, rules }
}

/**
 * The rules inside a folder: those of its parent and after them its own, so that the deepest file with a matching
 * pattern decides. `base` is its path below the top. Always new, because a matcher remembers every path it was asked.
 */
export async function extendRules(rules: Rules, folder: string, base: string): Promise<Rules> {
  const extended = matcher().add(rules)
  const git = await gitFolder(folder)
  const files = [
    ...(git === undefined ? [] : [join(git, 'info', 'exclude')]),
    ...ignoreFiles.map((name) => join(folder, name)),
  ]
  for (const file of files) {
    const patterns = await readText(file)
    if (patterns !== undefined) extended.add(scopePatterns(patterns, base.slice(0, -1)))
  }
  return extended
}

/** The same rules without what was remembered. */
export const freshRules = (rules: Rules): Rules => matcher().add(rules)

const matcher = () => ignore({ ignorecase: false })

async function foldersAbove(root: string): Promise<{ folder: string; next: string }[]> {
  const above: { folder: string; next: string }[] = []
  for (let folder = root; ; folder = dirname(folder)) {
    if ((await gitFolder(folder)) !== undefined) return above
    const parent = dirname(folder)
    if (parent === folder) return []
    above.unshift({ folder: parent, next: folder.slice(parent.length).replace(/^\//, '') })
  }
}

/** Where the repository that begins in this folder keeps what its worktrees share. */
async function gitFolder(folder: string): Promise<string | undefined> {
  const entry = join(folder, '.git')
  const stats = await stat(entry).catch(() => undefined)
  if (stats?.isDirectory()) return entry
  if (!stats?.isFile()) return undefined
  // a worktree or submodule: a file that names the folder
  const target = /^gitdir: ([^\r\n]+)/.exec((await readText(entry)) ?? '')?.[1]
  if (target === undefined) return undefined
  const own = resolve(folder, fromBytes(target))
  const common = await readText(join(own, 'commondir'))
  return common === undefined ? own : resolve(own, fromBytes(common.trim()))
}

async function readText(path: string): Promise<string | undefined> {
  const bytes = await readBounded(path, { maxBytes: maxIgnoreFileBytes })
  return Buffer.isBuffer(bytes) ? bytes.toString('latin1') : undefined
}

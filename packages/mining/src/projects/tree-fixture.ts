import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openRoot } from './root.ts'
import { walkProject } from './walk.ts'

/** A folder of the system's temporary one, gone when the test ends. */
export async function temporaryFolder(): Promise<string> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'loci-mining-')))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  return root
}

/** Writes files below a folder: path to content. */
export async function plant(root: string, files: Record<string, string | Uint8Array>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), content)
  }
}

/** What a walk gives, a line an entry: the path of a file, `path reason` of what is skipped. */
export async function walked(root: string, maxBytes = 1_048_576): Promise<string[]> {
  const lines: string[] = []
  for await (const entry of walkProject(await openRoot(root), { maxBytes })) {
    lines.push(entry.kind === 'file' ? entry.path : `${entry.path} ${entry.reason}`)
  }
  return lines
}

/** Runs git with no settings but its own. */
export function git(cwd: string, ...args: string[]): string {
  const env = { PATH: process.env['PATH'], HOME: cwd, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }
  return execFileSync('git', args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
}

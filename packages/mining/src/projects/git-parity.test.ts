import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { git, plant, temporaryFolder, walked } from './tree-fixture.ts'

const names = ['a', 'b', 'ab', 'A', 'a b', 'é', '[a]', '#a', '!b', 'a\\b', '*', 'b.c', '.a', 'a ']
const name = fc.constantFrom(...names)
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'))
const escaped = name.map((text) => text.replaceAll(/[\\*?[#!]| $/g, String.raw`\$&`))
const wild = fc.constantFrom('*', '**', '?', 'a*', '*b', '[ab]', '[!a]', '[^b]', 'a?b', '*.c', '***', '[a-b]*', '\\a')
const pattern = fc
  .tuple(
    fc.constantFrom('', '', '', '!', '!', '#'),
    fc.constantFrom('', '', '/', '**/'),
    fc.array(fc.oneof(escaped, escaped, wild, name), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/')),
    fc.constantFrom('', '', '/', '/**', '/*', ' ', '  ', '\\ ', '\r', '/ '),
  )
  .map((parts) => parts.join(''))
const patterns = fc
  .array(pattern, { minLength: 1, maxLength: 5 })
  .chain((lines) => fc.constantFrom('\n', '\r\n').map((end) => lines.join(end)))
const folder = fc.oneof(fc.constant(''), path)

const tree = fc.record({
  paths: fc.uniqueArray(path, { minLength: 1, maxLength: 14 }),
  ignores: fc.array(fc.tuple(folder, patterns), { minLength: 1, maxLength: 4 }),
  exclude: fc.option(patterns),
})

const hasGit = (() => {
  try {
    return git('/', '--version') !== ''
  } catch {
    return false
  }
})()

describe.skipIf(!hasGit)('ignore files against git itself', () => {
  test('the files that git lists are the files that the walk gives', async () => {
    const root = await temporaryFolder()
    git(root, 'init', '-q')
    await fc.assert(
      fc.asyncProperty(tree, async ({ paths, ignores, exclude }) => {
        await clear(root)
        await plant(root, { '.git/info/exclude': exclude ?? '' })
        for (const at of paths) await plantIfFree(root, at, 'x')
        for (const [at, text] of ignores) await plantIfFree(root, join(at, '.gitignore'), text)
        const listed = git(root, 'ls-files', '--others', '--exclude-standard', '-z').split('\0').slice(0, -1)
        expect(await filesOf(root)).toEqual(listed.sort())
      }),
      { numRuns: Number(process.env['LOCI_TEST_RUNS'] ?? 60) },
    )
  })
})

/** A path whose last part ends in a space cannot be a drawer's name, and is listed all the same. */
async function filesOf(root: string): Promise<string[]> {
  const lines = await walked(root)
  return lines.flatMap((line) => (/ (ignored|symlink)$/.test(line) ? [] : [line.replace(/ name$/, '')])).sort()
}

async function clear(root: string) {
  for (const entry of await readdir(root)) if (entry !== '.git') await rm(join(root, entry), { recursive: true })
  await mkdir(join(root, '.git/info'), { recursive: true })
}

/** A path below what is a file already, or that is a folder already, is left out. */
async function plantIfFree(root: string, at: string, content: string) {
  await plant(root, { [at]: content }).catch(() => undefined)
}

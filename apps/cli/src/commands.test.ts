import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from '@loci/testing'
import { captureOutput } from '@oclif/test'
import { expect, vi } from 'vitest'
import { COMMANDS } from './commands.ts'

// the first test opens the embedded database, which a busy machine does slowly
vi.setConfig({ testTimeout: 120_000 })

interface Ran {
  exit: number
  stdout: string
  stderr: string
  json: unknown
}

/** `loci` against the database of this file, opened in process as a user's would be. */
const test = base.extend<{ loci: (line: string, ...more: string[]) => Promise<Ran> }>({
  loci: async ({ database }, use) => {
    vi.stubEnv('LOCI_HOME', database.home)
    vi.stubEnv('DATABASE_URL', database.databaseUrl ?? '')
    vi.stubEnv('LOCI_URL', '')
    await use(async (line, ...more) => {
      const words = line.split(' ')
      const id = [words.slice(0, 2).join(':'), words[0] ?? ''].find((name) => name in COMMANDS) ?? ''
      const argv = [...words.slice(id.split(':').length), ...more]
      const ran = await captureOutput(async () => COMMANDS[id]?.run(argv, { root: import.meta.url }))
      const { stdout, stderr, error } = ran
      return { exit: error ? (error.oclif?.exit ?? 1) : 0, stdout, stderr, json: asJson(stdout) }
    })
    vi.unstubAllEnvs()
  },
})

const asJson = (text: string): unknown => (text.startsWith('{') ? JSON.parse(text) : undefined)

test('a drawer is filed, shown, edited, moved and deleted', async ({ loci }) => {
  expect(await loci('drawers create one/general/notes/today', '--content', ' kept\n', '--tag', 'a')).toMatchObject({
    exit: 0,
    json: { name: 'notes/today', content: ' kept\n', tags: ['a'], created: true },
  })
  const shown = await loci('drawers show one/general/notes/today')
  const { id } = shown.json as { id: string }
  expect((await loci(`drawers show one/general/${id} --no-json`)).stdout).toContain('one/general/notes/today\n')
  expect((await loci('drawers edit one/general/notes/today --append', 'more')).json).toMatchObject({
    content: ' kept\nmore',
    tags: ['a'],
  })
  expect((await loci('drawers edit one/general/notes/today --no-name --no-tag')).json).toMatchObject({
    name: null,
    tags: [],
  })
  expect((await loci(`drawers move one/general/${id} one/archive`)).json).toMatchObject({ room: 'archive' })
  expect((await loci(`drawers delete one/archive/${id}`)).json).toMatchObject({ wings: 0, rooms: 0, drawers: 1 })
  expect((await loci(`drawers show one/archive/${id}`)).exit).toBe(4)
})

test('a room moves to another wing', async ({ loci }) => {
  await loci('rooms create two/project-x')
  await loci('wings create three')
  expect((await loci('rooms move two/project-x three')).json).toMatchObject({ wing: 'three', name: 'project-x' })
})

test('the text of a file is kept byte for byte', async ({ loci }) => {
  const folder = await mkdtemp(join(tmpdir(), 'loci-cli-'))
  await writeFile(join(folder, 'a.txt'), '\ufeffhé\r\n\n')
  await writeFile(join(folder, 'b.txt'), Buffer.from([0x68, 0xff]))
  expect((await loci('drawers create files/a/x', join(folder, 'a.txt'))).json).toMatchObject({
    content: '\ufeffhé\r\n\n',
    bytes: 9,
  })
  expect(await loci('drawers create files/a/y', join(folder, 'b.txt'))).toMatchObject({
    exit: 2,
    json: { error: { code: 'input.invalid' } },
  })
  await rm(folder, { recursive: true })
})

test('a list goes on where it stopped, or gives all at once', async ({ loci }) => {
  for (const name of ['p1', 'p2', 'p3']) await loci(`wings create ${name}`)
  const first = await loci('wings list --prefix p --limit 2 --no-json')
  const [, cursor = ''] = /more: loci wings list --prefix p --limit 2 --no-json --cursor (\S+)/.exec(first.stderr) ?? []
  expect((await loci(`wings list --prefix p --limit 2 --cursor ${cursor}`)).json).toMatchObject({
    items: [{ name: 'p3' }],
    next_cursor: null,
  })
  const all = (await loci('wings list --prefix p --limit 1 --all')).json as { items: unknown[] }
  expect(all.items).toHaveLength(3)
})

test('what was filed is found', async ({ loci }) => {
  await loci('drawers create found/general/why', '--content', 'The harbour was rebuilt after the flood.')
  const found = await loci('search when was the harbour rebuilt --wing found --no-json')
  expect(found.stdout).toMatch(/^1\. \d\.\d{3} {2}found\/general\/why/)
  expect((await loci('search harbour --wing found')).json).toMatchObject({ results: [{ name: 'why' }] })
})

test('a folder is mined, and again only what changed', async ({ loci }) => {
  const folder = await mkdtemp(join(tmpdir(), 'loci-cli-'))
  await mkdir(join(folder, 'docs'))
  await writeFile(join(folder, 'docs', 'a.md'), 'alpha\n')
  await writeFile(join(folder, 'b.md'), 'beta\n')
  await writeFile(join(folder, 'image'), Buffer.from([0, 1, 2, 3]))
  expect((await loci(`mine ${folder} --wing mined --dry-run`)).json).toMatchObject({ added: 0, pending: 2 })
  expect(await loci(`mine ${folder} --wing mined --verbose`)).toMatchObject({
    exit: 0,
    json: { added: 2, updated: 0, skipped: { binary: 1 }, skipped_paths: [{ path: 'image', reason: 'binary' }] },
  })
  await writeFile(join(folder, 'b.md'), 'gamma\n')
  expect((await loci(`mine ${folder} --wing mined`)).json).toMatchObject({ added: 0, updated: 1, unchanged: 1 })
  expect((await loci('drawers show mined/docs/docs/a.md')).json).toMatchObject({ content: 'alpha\n' })
  await rm(folder, { recursive: true })
  expect(await loci(`mine ${folder}`)).toMatchObject({ exit: 2, json: { error: { code: 'source.unreadable' } } })
})

test('a failure says so in words, in JSON and by its exit code', async ({ loci }) => {
  const missing = await loci('wings show nowhere')
  expect(missing).toMatchObject({ exit: 4, json: { error: { code: 'wing.not_found' } } })
  expect(missing.stderr).toMatch(/^loci: .*nowhere/)
  expect((await loci('wings show nowhere --no-json')).stdout).toBe('')
  expect(await loci('drawers show nowhere')).toMatchObject({
    exit: 2,
    json: { error: { code: 'palace.path_invalid' } },
  })
  expect(await loci('wings list --limit 0')).toMatchObject({ exit: 2, json: { error: { code: 'input.invalid' } } })
  expect(await loci('wings list --colour red')).toMatchObject({ exit: 2, json: { error: { code: 'input.invalid' } } })
  expect(await loci('wings list --url http://127.0.0.1:1')).toMatchObject({
    exit: 6,
    json: { error: { code: 'unavailable', help: 'Start it with `npm start`, or check LOCI_URL.' } },
  })
})

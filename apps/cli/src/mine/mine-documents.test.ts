import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { linesOf, pdf, presentation } from '@loci/documents/fixtures'
import { test as base, testEnvironment } from '@loci/testing'
import { captureOutput } from '@oclif/test'
import { expect, vi } from 'vitest'
import { COMMANDS } from '../commands.ts'

const main = fileURLToPath(new URL('../../../api/src/main.ts', import.meta.url))
const talk = presentation([{ title: 'Hello', lines: ['one'] }, { title: 'Bye' }])
const secret = pdf([linesOf('hidden')], { password: 'open' })

/** A folder with a talk, a PDF that nobody can open and a text; a server in a process of its own; `loci` beside it. */
const test = base.extend<{ folder: string; $file: { server: string }; loci: (...argv: string[]) => Promise<Ran> }>({
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'loci-cli-'))
    const files = { 'talk.bin': talk, 'secret.pdf': secret, 'notes.md': '# notes' }
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
    await use(folder)
    await rm(folder, { recursive: true })
  },
  server: [
    async ({ database }, use) => {
      const { PATH, HOME } = process.env
      const child = spawn(process.execPath, ['--conditions=@loci/source', '--import', 'tsx', main], {
        env: { PATH, HOME, LOCI_PORT: '0', ...testEnvironment(database) },
      })
      const url = await new Promise<string>((resolve) => {
        let output = ''
        child.stdout.on('data', (chunk: Buffer) => {
          output += chunk.toString()
          const [, found] = /"url":"([^"]+)"/.exec(output) ?? []
          if (found !== undefined) resolve(found)
        })
      })
      await use(url)
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
    { scope: 'file' },
  ],
  loci: async ({ database }, use) => {
    for (const [name, value] of Object.entries({ ...testEnvironment(database), LOCI_URL: '' })) vi.stubEnv(name, value)
    await use(async (command, ...argv) => {
      const { stdout, error } = await captureOutput(() =>
        Promise.resolve(COMMANDS[command ?? '']?.run(argv, { root: import.meta.url })),
      )
      const json: unknown = stdout.startsWith('{') ? JSON.parse(stdout) : undefined
      return { exit: error ? (error.oclif?.exit ?? 1) : 0, stdout, json }
    })
    vi.unstubAllEnvs()
  },
})

interface Ran {
  exit: number
  stdout: string
  json: unknown
}

const skipped = { encrypted: 1, no_document: 1 }

test('documents are read here and sent to a server, once', async ({ loci, server, folder }) => {
  const extract = ['mine', folder, '--kind', 'extract', '--wing', 'sent', '--url', server]
  expect((await loci(...extract, '--dry-run')).json).toMatchObject({ added: 0, pending: 2, skipped })
  expect(await loci(...extract)).toMatchObject({ exit: 0, json: { added: 2, skipped, errors: [] } })
  expect((await loci(...extract)).json).toMatchObject({ added: 0, updated: 0, unchanged: 2 })
  // where the file is on this machine is none of the server's concern
  const name = 'talk.bin#slide=1'
  expect((await loci('drawers:show', `sent/general/${name}`, '--url', server)).json).toMatchObject({
    content: 'Hello\none',
    source: { kind: 'document', document: name, uri: name, position: 0 },
  })

  // a slide that is too large for a drawer leaves the other one
  vi.stubEnv('LOCI_MAX_DRAWER_BYTES', '5')
  await writeFile(join(folder, 'talk.bin'), presentation([{ title: 'Hello', lines: ['two'] }, { title: 'Ciao' }]))
  expect(await loci(...extract)).toMatchObject({
    exit: 1,
    json: { updated: 1, errors: [{ path: name, code: 'input.too_large' }] },
  })
})

test('documents go into a palace of this machine, and what could not be read is told', async ({ loci, folder }) => {
  const extract = ['mine', folder, '--kind', 'extract', '--wing', 'here']
  const { stdout } = await loci(...extract, '--no-json')
  expect(stdout).toContain('added 2, updated 0, unchanged 0, skipped 2, failed 0')
  expect(stdout).toContain('1  encrypted: it is encrypted, and opens only with a password or a key')
  expect(stdout).toContain('1  no_document: it is no office document')
  expect((await loci(...extract, '--verbose')).json).toMatchObject({
    unchanged: 2,
    skipped_paths: [
      { path: 'notes.md', reason: 'no_document' },
      { path: 'secret.pdf', reason: 'encrypted' },
    ],
  })
})

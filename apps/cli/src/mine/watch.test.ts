import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test, testEnvironment } from '@loci/testing'
import { expect } from 'vitest'

const program = fileURLToPath(new URL('../../bin/run.js', import.meta.url))

/** Waits until a stream of the process has said something; all that it said. */
function hear(child: ChildProcess, stream: 'stdout' | 'stderr') {
  let said = ''
  child[stream]?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return async (what: RegExp) => {
    while (!what.test(said)) await once(child[stream] ?? child, 'data')
    return said
  }
}

test('a folder that is watched is mined again when it changes, until Ctrl-C', async ({ database, call }) => {
  const folder = await mkdtemp(join(tmpdir(), 'loci-watch-'))
  await writeFile(join(folder, 'one.md'), 'the first text')
  const child = spawn(process.execPath, [program, 'mine', folder, '--wing', 'watched', '--watch'], {
    env: { ...process.env, ...testEnvironment(database) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err] = [hear(child, 'stdout'), hear(child, 'stderr')]
  await out(/"added": 1/)
  await err(/watching/)
  await writeFile(join(folder, 'two.md'), 'the second text')
  await out(/"added": 1[^]*"added": 1/)
  await writeFile(join(folder, 'one.md'), 'the first text, edited')
  await out(/"updated": 1/)
  const ended = once(child, 'exit')
  child.kill('SIGINT')
  expect(await ended).toEqual([0, null])
  const shown = await call('drawer.show', { wing: 'watched', room: 'general', drawer: 'one.md' })
  expect(shown).toMatchObject({ content: 'the first text, edited', revision: 2 })
  await rm(folder, { recursive: true })
})

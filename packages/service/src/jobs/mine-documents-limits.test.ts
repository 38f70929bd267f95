import { join } from 'node:path'
import type { Caller } from '@loci/contract'
import { linesOf, paragraph, pdf, run, word } from '@loci/documents/fixtures'
import { openTestService, test as base } from '@loci/testing'
import { expect } from 'vitest'
import { type Tree, withTree } from './tree.fixture.ts'

const test = base.extend<{ tree: Tree }>({ tree: async ({}, use) => withTree(use) })

test('a part that no drawer can hold is left out alone, and secrets are told where they stand', async ({
  database,
  tree,
}) => {
  const strict = await openTestService(database, { LOCI_MAX_DRAWER_BYTES: '100', LOCI_SECRETS: 'mask' })
  strict.startWorkers()
  const call: Caller = (name, input) => strict.call(name, input, strict.local('http'))
  const key = `ghp_${'q7Rk2mZp9XvT4bLw8NcY3dHs6FgJ5aKe1UoP'}`
  const lines = Array.from({ length: 9 }, () => 'twenty characters or so')
  const source = await tree(
    {
      'a.pdf': pdf([linesOf('small'), linesOf(...lines), linesOf('the key', key)]),
      'b.docx': word(lines.map((line) => paragraph(run(line))).join('')),
    },
    'strict',
  )
  const { id } = await call('job.create', { kind: 'mine', mode: 'extract', source })
  const { result } = await call('job.wait', { id, seconds: 100 })
  const tooLarge = { code: 'input.too_large', message: expect.stringMatching(/at most 100$/) as unknown }
  expect(result).toMatchObject({
    added: 2,
    failed: 2,
    errors: [
      { path: 'a.pdf#page=2', ...tooLarge },
      { path: 'b.docx', ...tooLarge },
    ],
    secrets_found: [{ path: join(source, 'a.pdf#page=3'), rule: 'github-token', line: 2 }],
  })
  const third = await call('drawer.show', { wing: 'strict', room: 'general', drawer: 'a.pdf#page=3' })
  expect(third.content).toBe('the key\n[secret: github-token]')
  await strict.close()
})

import { captureOutput } from '@oclif/test'
import { afterEach, expect, test } from 'vitest'
import { describeThing } from './confirm.ts'
import { run } from './main.ts'
import { nextCommand } from './pages.ts'

afterEach(() => {
  process.exitCode = undefined
})

test.each([
  ['wings lst', 'wings lst is not a command of loci\nDid you mean loci wings list'],
  ['serach x', 'serach is not a command of loci\nDid you mean loci search?'],
  ['qwertyuiop', 'qwertyuiop is not a command of loci\nSee loci --help.'],
  ['--json wings list', '--json: flags stand after the command'],
])('%s is refused with 2 and what may be meant', async (line, said) => {
  const { stderr } = await captureOutput(() => run(line.split(' ')))
  expect(stderr).toContain(said)
  expect(process.exitCode).toBe(2)
})

test('the version is one line', async () => {
  const { stdout } = await captureOutput(() => run(['--version']))
  expect(stdout).toMatch(/^loci \d+\.\d+\.\d+\n$/)
})

test('the next page has the same command with another cursor', () => {
  expect(nextCommand('drawers:list', ['a b/c', '--cursor', 'x', '--tag=t'], 'y')).toBe(
    "loci drawers list 'a b/c' --tag=t --cursor y",
  )
  expect(nextCommand('wings:list', ['--cursor=x', '--prefix', "it's"], 'y')).toBe(
    `loci wings list --prefix 'it'\\''s' --cursor y`,
  )
})

test('what a delete takes is told in counts, or by how it begins', () => {
  expect(describeThing({ id: 'i', name: 'work', rooms: 1, drawers: 12 })).toBe('work with 1 room and 12 drawers')
  expect(describeThing({ id: 'i', name: 'x', wing: 'work', drawers: 1 })).toBe('work/x with 1 drawer')
  expect(describeThing({ id: 'i', name: null, wing: 'w', room: 'r', content: 'a\u001b\nb' })).toBe('w/r/i\n  a␛ b')
})

import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readProject } from './read-project.ts'
import { plant, temporaryFolder } from './tree-fixture.ts'

async function reading(root: string, after?: string) {
  const lines: string[] = []
  for await (const entry of readProject(root, { maxBytes: 100, after })) {
    lines.push(entry.kind === 'file' ? `${entry.path}: ${entry.text}` : `${entry.path} ${entry.reason}`)
  }
  return lines
}

describe('read a project', () => {
  test('gives texts and reasons in the order of the walk, and goes on behind a path', async () => {
    const root = await temporaryFolder()
    const files = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`f${at + 10}`, `text ${at}`]))
    await plant(root, { ...files, f20: '', 'f30\u0001': 'x', f31: Buffer.from('\xe9', 'latin1') })
    await symlink('f10', join(root, 'g'))
    const all = await reading(root)
    expect(all).toHaveLength(42)
    expect(all).toEqual(
      expect.arrayContaining(['f10: text 0', 'f20 empty', 'f31 encoding', 'g symlink', String.raw`f30\x01 name`]),
    )
    const paths = all.map((line) => line.split(/:? /)[0] ?? '')
    expect(paths).toEqual([...paths].sort())
    expect(await reading(root, 'f30')).toEqual(all.slice(paths.indexOf('f30') + 1))
  })
})

import { execFileSync } from 'node:child_process'
import { rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openRoot } from './root.ts'
import { plant, temporaryFolder, walked } from './tree-fixture.ts'
import { walkProject } from './walk.ts'

const nfc = 'caf\u00e9.md'
const nfd = 'cafe\u0301.md'

describe('walk a folder', () => {
  test('gives files in ascending order of paths, whatever their names end in', async () => {
    const root = await temporaryFolder()
    await plant(root, { 'a/z': '1', 'a-b': '1', 'a.md': '1', B: '1', 'a/b/c.ts': '1', '😀': '1', '\uFB01': '1' })
    const paths = await walked(root)
    expect(paths).toEqual(['B', 'a-b', 'a.md', 'a/b/c.ts', 'a/z', '😀', '\uFB01'])
    expect(paths).toEqual([...paths].sort())
  })

  test('tells the size and place of a file', async () => {
    const root = await temporaryFolder()
    await plant(root, { 'a/b': 'é' })
    const entries = []
    for await (const entry of walkProject(root, { maxBytes: 9 })) entries.push(entry)
    expect(entries).toEqual([{ kind: 'file', path: 'a/b', absolute: join(root, 'a/b'), size: 2 }])
  })

  test('skips what is over the limit, and takes what is at it', async () => {
    const root = await temporaryFolder()
    await plant(root, { at: '12345', over: '123456' })
    expect(await walked(root, 5)).toEqual(['at', 'over too_large'])
  })

  test('follows no links and waits for no pipe', async () => {
    const root = await temporaryFolder()
    await plant(root, { 'a/file': '1' })
    await symlink('..', join(root, 'a/up'))
    await symlink('file', join(root, 'a/link'))
    await symlink('nowhere', join(root, 'dangling'))
    execFileSync('mkfifo', [join(root, 'pipe')])
    expect(await walked(root)).toEqual(['a/file', 'a/link symlink', 'a/up symlink', 'dangling symlink', 'pipe special'])
  })

  test('waits for no pipe and follows no link in the place of an ignore file', async () => {
    const root = await temporaryFolder()
    await plant(root, { 'a/x': '1', 'b/x': '1', 'b/all': '*' })
    execFileSync('mkfifo', [join(root, 'a/.gitignore')])
    await symlink('all', join(root, 'b/.gitignore'))
    expect(await walked(root)).toEqual(['a/.gitignore special', 'a/x', 'b/.gitignore symlink', 'b/all', 'b/x'])
  })

  test('names what cannot be a drawer so that it can be read', async () => {
    const root = await temporaryFolder()
    const id = '0190a0b0-0000-7000-8000-000000000000'
    await plant(root, {
      'a\nb': '1',
      'c\u001b[2J/d': '1',
      ' lead/x': '1',
      'trail ': '1',
      [id]: '1',
      [`${id}.md`]: '1',
    })
    await writeFile(Buffer.concat([Buffer.from(`${root}/`), Buffer.from('caf\xe9', 'latin1')]), '1')
    expect(await walked(root)).toEqual(
      [
        ' lead/ name',
        `${id} name`,
        `${id}.md`,
        String.raw`a\x0ab name`,
        String.raw`caf\xe9 name`,
        String.raw`c\x1b[2J/ name`,
        'trail  name',
      ].sort(),
    )
  })

  test('takes a path of 1,024 code points and skips a longer one', async () => {
    const root = await temporaryFolder()
    const part = 'd'.repeat(203)
    const folder = `${[part, part, part, part, part].join('/')}/`
    await plant(root, { [`${folder}1234`]: '1', [`${folder}12345`]: '1' })
    expect(await walked(root)).toEqual([`${folder}1234`, `${folder}12345 name`])
  })

  test('gives paths in NFC, and the second of two twins a reason', async () => {
    const root = await temporaryFolder()
    await plant(root, { [nfc]: '1', [nfd]: '1', [`x/${nfd}`]: '1' })
    expect(await walked(root)).toEqual([nfc, `${nfc} same_name`, `x/${nfc}`])
  })

  test('reports what vanishes on the way and goes on', async () => {
    const root = await temporaryFolder()
    await plant(root, { a: '1', 'b/c': '1', 'd/e': '1' })
    const seen: string[] = []
    for await (const entry of walkProject(root, { maxBytes: 9 })) {
      seen.push(entry.kind === 'file' ? entry.path : `${entry.path} ${entry.reason}`)
      await rm(join(root, 'b'), { recursive: true, force: true })
    }
    expect(seen).toEqual(['a', 'b/ unreadable', 'd/e'])
  })

  test('stops when asked to', async () => {
    const root = await temporaryFolder()
    await plant(root, { a: '1', b: '1' })
    const stop = new AbortController()
    const walk = walkProject(root, { maxBytes: 9, signal: stop.signal })
    await walk.next()
    stop.abort(new Error('enough'))
    await expect(walk.next()).rejects.toThrow('enough')
  })

  test('refuses a root that went away', async () => {
    const root = await openRoot(await temporaryFolder())
    await rm(root, { recursive: true })
    await expect(walkProject(root, { maxBytes: 9 }).next()).rejects.toMatchObject({ code: 'source.unreadable' })
  })
})

import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultWing, fitsDrawer, roomFor } from './names.ts'
import { openRoot } from './root.ts'
import { plant, temporaryFolder } from './tree-fixture.ts'

const id = '0190a0b0-0000-7000-8000-000000000000'

describe('names from paths', () => {
  test.each([
    ['/home/me/my project', 'my project'],
    ['/cafe\u0301', 'caf\u00e9'],
    ['/ a\u0007b ', 'ab'],
    [`/x/${id}`, `wing ${id}`],
    ['/', 'root'],
    ['/\n', 'root'],
    [`/${'👩‍👧'.repeat(43)}`, '👩‍👧'.repeat(42)],
  ])('the wing of %j is %j', (root, wing) => {
    expect(defaultWing(root)).toBe(wing)
  })

  test.each([
    ['README.md', 'general'],
    ['src/views/a.ts', 'src'],
    ['views/billing-page/interviews.ts', 'views'],
    [`${id}/a`, `room ${id}`],
  ])('the room of %j is %j', (path, room) => {
    expect(roomFor(path)).toBe(room)
  })

  test('whatever a folder is called, its wing is a name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (folder) => {
        const wing = defaultWing(`/${folder.replaceAll('/', '')}`)
        expect(Array.from(wing).length).toBeLessThanOrEqual(128)
        expect(wing.normalize('NFC')).toBe(wing)
        expect(fitsDrawer(wing)).toBe(true)
      }),
    )
  })
})

describe('open a root', () => {
  test('gives the real path', async () => {
    const root = await temporaryFolder()
    await mkdir(join(root, 'real'))
    await symlink('real', join(root, 'link'))
    expect(await openRoot(join(root, 'link'))).toBe(join(root, 'real'))
  })

  test('names the folder as it was given when it cannot be read', async () => {
    const root = await temporaryFolder()
    await plant(root, { file: '1' })
    const refusal = (folder: string) => openRoot(folder).catch((error: unknown) => error)
    const code = 'source.unreadable'
    const message = 'cannot read the folder "./no/such": it does not exist'
    expect(await refusal('./no/such')).toMatchObject({ code, message })
    expect(await refusal(join(root, 'file'))).toMatchObject({ code, message: expect.stringContaining('not a folder') })
    expect(await refusal('')).toMatchObject({ code })
    expect(await refusal('a\0b')).toMatchObject({ code })
  })
})

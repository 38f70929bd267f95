import { test } from '@loci/testing'
import { describe, expect } from 'vitest'
import { unique } from './palace.fixture.ts'

const id = '0192a0b0-1c2d-7e3f-8a4b-5c6d7e8f9a0b'

const faults: [string, string, RegExp][] = [
  ['of 129 characters', 'x'.repeat(129), /longer than 128/],
  ['of 129 characters outside the basic plane', '🧠'.repeat(129), /longer than 128/],
  ['with a line break', 'a\nb', /control character/],
  ['with a tab', 'a\tb', /control character/],
  ['with U+0085', 'a\u0085b', /control character/],
  ['with U+007F', 'a\u007fb', /control character/],
  ['with white space before it', ' a', /white space/],
  ['with white space after it', 'a ', /white space/],
  ['with an ideographic space after it', 'a\u3000', /white space/],
  ['with a byte-order mark before it', '\ufeffa', /white space/],
  ['of white space', '  ', /white space/],
  ['shaped like an id', id, /shaped like an id/],
  ['shaped like an id in capitals', id.toUpperCase(), /shaped like an id/],
]

const slashes: [string, string][] = [
  ['a slash', 'a/b'],
  ['a slash before it', '/a'],
  ['a slash after it', 'a/'],
  ['nothing but a slash', '/'],
]

describe('the name of a wing or room', () => {
  test.for([...faults, ...slashes.map(([what, name]) => [what, name, /slash/] as const)])(
    'may not be one %s',
    async ([, name, message], { call }) => {
      const wing = unique('named')
      const refusal = { code: 'palace.path_invalid', message: expect.stringMatching(message) as unknown }
      await expect(call('wing.create', { name })).rejects.toMatchObject(refusal)
      await expect(call('room.create', { wing, name })).rejects.toMatchObject(refusal)
      await expect(call('wing.show', { wing })).rejects.toMatchObject({ code: 'wing.not_found' })
      await call('room.create', { wing, name: 'room' })
      await expect(call('wing.update', { wing, name })).rejects.toMatchObject(refusal)
      await expect(call('room.update', { wing, room: 'room', name })).rejects.toMatchObject(refusal)
      expect(await call('room.show', { wing, room: 'room' })).toMatchObject({ name: 'room', revision: 1 })
    },
  )

  test('may not be empty', async ({ call }) => {
    await expect(call('wing.create', { name: '' })).rejects.toMatchObject({ code: 'palace.path_invalid' })
    await expect(call('wing.show', { wing: '' })).rejects.toMatchObject({ code: 'input.invalid' })
  })

  test.for([['a', '\0'], ['\ud800'], ['a', '\udc00']])(
    'may not hold what no database holds: %j',
    async (parts, { call }) => {
      await expect(call('wing.create', { name: parts.join('') })).rejects.toMatchObject({ code: 'input.invalid' })
    },
  )

  test.for([
    'x'.repeat(128),
    '🧠'.repeat(128),
    '記'.repeat(128),
    '.',
    '..',
    'a\\b',
    '%',
    "o'neil",
    '__proto__',
    'constructor',
  ])('may be %s', async (name, { call }) => {
    const { id } = await call('wing.create', { name })
    expect(await call('wing.show', { wing: name })).toMatchObject({ id, name })
    const room = await call('room.create', { wing: name, name })
    expect(await call('room.show', { wing: name, room: name })).toMatchObject({ id: room.id, name })
  })

  test('is one name however its accents are written', async ({ call }) => {
    const name = unique('caf\u00e9')
    const { id } = await call('wing.create', { name: name.normalize('NFD') })
    expect(await call('wing.create', { name })).toMatchObject({ id, name, created: false })
    expect(await call('wing.show', { wing: name.normalize('NFD') })).toMatchObject({ id, name })
  })
})

describe('the name of a drawer', () => {
  const segments: [string, string, RegExp][] = [
    ['with an empty segment', 'a//b', /segment ""/],
    ['that begins with a slash', '/a', /segment ""/],
    ['that ends with a slash', 'a/', /segment ""/],
    ['with a dot segment', 'a/./b', /segment "\."/],
    ['of two dots', '..', /segment "\.\."/],
    ['that climbs', 'a/../b', /segment "\.\."/],
    ['of 1,025 characters', 'x'.repeat(1025), /longer than 1024/],
  ]
  const shared = faults.filter(([what]) => !what.includes('129'))

  test.for([...segments, ...shared])('may not be one %s', async ([, name, message], { call }) => {
    const wing = unique('named')
    const refusal = { code: 'palace.path_invalid', message: expect.stringMatching(message) as unknown }
    await expect(call('drawer.create', { wing, room: 'room', name, content: 'text' })).rejects.toMatchObject(refusal)
    await expect(call('wing.show', { wing })).rejects.toMatchObject({ code: 'wing.not_found' })
    await call('drawer.create', { wing, room: 'room', name: 'good', content: 'text' })
    await expect(call('drawer.update', { wing, room: 'room', drawer: 'good', name })).rejects.toMatchObject(refusal)
  })

  test.for(['...', '.env', 'a/b/c', 'docs/.github/x.md', '🧠'.repeat(1024), 'a b', '%_%', 'C:\\x'])(
    'may be %s',
    async (name, { call }) => {
      const place = { wing: unique('named'), room: 'room' }
      const { id } = await call('drawer.create', { ...place, name, content: 'text' })
      expect(await call('drawer.show', { ...place, drawer: name })).toMatchObject({ id, name })
    },
  )

  test('may have 1,024 characters that do not compress, and differ only in the last', async ({ call }) => {
    const place = { wing: unique('named'), room: 'room' }
    const name = Array.from({ length: 1024 }, (_, i) => String.fromCodePoint(0x4e00 + ((i * 7919) % 20_000))).join('')
    const twin = `${name.slice(0, -1)}a`
    const source = { kind: 'file', document: name }
    const { id } = await call('drawer.create', { ...place, name, content: 'text', source })
    const other = await call('drawer.create', { ...place, name: twin, content: 'other' })
    expect(await call('drawer.show', { ...place, drawer: name })).toMatchObject({ id, name })
    expect(await call('drawer.show', { ...place, drawer: twin })).toMatchObject({ id: other.id, name: twin })
    const taken = call('drawer.create', { ...place, name, content: 'other' })
    await expect(taken).rejects.toMatchObject({ code: 'drawer.name_taken' })
    const first = await call('drawer.list', { ...place, sort: 'name', limit: 1 })
    const next = await call('drawer.list', { ...place, sort: 'name', limit: 1, cursor: first.next_cursor })
    expect(new Set([...first.items, ...next.items].map((drawer) => drawer.name))).toEqual(new Set([name, twin]))
  })
})

import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressForm, splitAddress } from './address.ts'

const drawer = { name: 'drawers show', address: ['wing', 'room', 'drawer'] }
const segment = fc.string({ minLength: 1 }).filter((text) => !text.includes('/'))

describe('an address', () => {
  test('gives its last field the rest, slashes and all', () => {
    fc.assert(
      fc.property(segment, segment, fc.array(segment, { minLength: 1 }), (wing, room, rest) => {
        const address = [wing, room, ...rest].join('/')
        expect(splitAddress(address, drawer)).toEqual({ wing, room, drawer: rest.join('/') })
      }),
    )
  })

  test('may be as short as it must be', () => {
    const create = { name: 'drawers create', address: ['wing', 'room', 'name'], required: 2 }
    expect(splitAddress('work/project-x', create)).toEqual({ wing: 'work', room: 'project-x' })
    expect(splitAddress('work/project-x/a/b', create)).toEqual({ wing: 'work', room: 'project-x', name: 'a/b' })
    expect(addressForm(create.address, create.required)).toBe('wing/room[/name]')
  })

  test.each(['', 'work', 'work/project-x', 'work//context', '/a/b', 'a/b/', 'a/b//c'])('%j is refused', (address) => {
    expect(() => splitAddress(address, drawer)).toThrow(
      expect.objectContaining({
        code: 'palace.path_invalid',
        help: 'Write WING/ROOM/DRAWER, as in: loci drawers show work/project-x/context',
      }),
    )
  })
})

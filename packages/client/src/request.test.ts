import { operations } from '@loci/contract'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildRequest } from './request.ts'

const segment = fc.string({ unit: 'grapheme', minLength: 1 }).filter((s) => s !== '.' && s !== '..' && s.isWellFormed())
const parts = (path: string) => new URL(path, 'http://host').pathname.split('/').map(decodeURIComponent)

describe('a path', () => {
  test('arrives as the segments it was made of', () => {
    fc.assert(
      fc.property(segment, segment, fc.array(segment, { minLength: 1 }), (wing, room, drawer) => {
        const input = { wing, room, drawer: drawer.join('/') }
        const { path } = buildRequest(operations['drawer.show'], input)
        const [, wings, w, rooms, r, drawers, ...rest] = parts(path)
        expect([wings, rooms, drawers]).toEqual(['wings', 'rooms', 'drawers'])
        expect({ wing: w, room: r, drawer: rest.join('/') }).toEqual(input)
      }),
    )
  })

  test('keeps the query string apart', () => {
    fc.assert(
      fc.property(segment, segment, (wing, prefix) => {
        const { path } = buildRequest(operations['room.list'], { wing, prefix })
        const url = new URL(path, 'http://host')
        expect(parts(path)).toEqual(['', 'wings', wing, 'rooms'])
        expect(Object.fromEntries(url.searchParams)).toEqual({ prefix })
        expect(url.hash).toBe('')
      }),
    )
  })

  test('keeps a name that looks like a pattern of a replacement', () => {
    expect(buildRequest(operations['wing.show'], { wing: '$&' }).path).toBe('/wings/%24%26')
  })
})

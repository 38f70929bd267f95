import { test } from '@loci/testing'
import { describe, expect } from 'vitest'

describe('create a wing', () => {
  test('gives the same row for the same name', async ({ call }) => {
    const first = await call('wing.create', { name: 'work' })
    expect(first).toMatchObject({ created: true, rooms: 0, drawers: 0, revision: 1 })
    const again = await call('wing.create', { name: 'work' })
    expect(again).toMatchObject({ created: false, id: first.id, change_set: null })
  })
})

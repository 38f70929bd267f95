import { test } from '@loci/testing'
import { describe, expect } from 'vitest'
import { unique } from './palace.fixture.ts'

describe('a near twin', () => {
  test.for(['my-app', 'My_App', 'MYAPP', 'my app', 'm y-a_p p', 'my‐app'])('%s is told of', async (twin, { call }) => {
    const wing = unique('twins')
    expect(await call('room.create', { wing, name: 'MyApp' })).not.toHaveProperty('near')
    if (twin !== 'MyApp')
      expect(await call('room.create', { wing, name: twin })).toMatchObject({ created: true, near: 'MyApp' })
    expect(await call('wing.show', { wing })).toMatchObject({ rooms: 2 })
  })

  test('is refused when asked to be strict, and makes no parent', async ({ call }) => {
    const name = unique('Strict Wing')
    await call('wing.create', { name })
    const twin = name.toLowerCase().replaceAll(' ', '-')
    const refusal = { code: 'palace.name_near', details: { near: name } }
    await expect(call('wing.create', { name: twin, strict: true })).rejects.toMatchObject(refusal)
    await call('room.create', { wing: name, name: 'Road Map' })
    await expect(call('room.create', { wing: name, name: 'road_map', strict: true })).rejects.toMatchObject({
      code: 'palace.name_near',
      details: { near: 'Road Map' },
    })
    await expect(call('wing.show', { wing: twin })).rejects.toMatchObject({ code: 'wing.not_found' })
  })

  test('is not the name itself, even when strict', async ({ call }) => {
    const name = unique('same')
    const { id } = await call('wing.create', { name, strict: true })
    expect(await call('wing.create', { name, strict: true })).toMatchObject({ id, created: false })
  })

  test('is not one in another wing, nor one in the trash', async ({ call }) => {
    const [wing, other] = [unique('wing'), unique('other')]
    await call('room.create', { wing: other, name: 'Notes' })
    await call('room.create', { wing, name: 'Notes' })
    await call('room.delete', { wing, room: 'Notes' })
    const made = await call('room.create', { wing, name: 'notes', strict: true })
    expect(made).toMatchObject({ created: true })
    expect(made).not.toHaveProperty('near')
  })

  test('is made by no one when twelve strict ones race: one row, whoever asked for its very name gets it', async ({
    call,
  }) => {
    for (let round = 0; round < 10; round++) {
      const name = unique('race')
      const made = await Promise.all(Array.from({ length: 12 }, () => call('wing.create', { name, strict: true })))
      expect(made.filter((wing) => wing.created)).toHaveLength(1)
      expect(new Set(made.map((wing) => wing.id)).size).toBe(1)
    }
  })

  test('cannot slip in while another strict one is made', async ({ call }) => {
    for (let round = 0; round < 10; round++) {
      const name = unique('Slip In')
      const names = [name, name.toLowerCase(), name.toUpperCase(), name.replaceAll(' ', '-')]
      const made = await Promise.allSettled(names.map((twin) => call('wing.create', { name: twin, strict: true })))
      const refused = made.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []))
      expect(refused).toHaveLength(3)
      for (const reason of refused) expect(reason).toMatchObject({ code: 'palace.name_near' })
    }
  })
})

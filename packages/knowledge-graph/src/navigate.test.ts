import { newId } from '@loci/store'
import { test } from '@loci/testing'
import { describe, expect } from 'vitest'

const unique = (name: string) => `${name} ${newId()}`

describe('a walk', () => {
  test('follows tunnels, shared names and shared entities, and never the wing', async ({ call }) => {
    const [one, two, three] = [unique('one'), unique('two'), unique('three')]
    const shared = unique('shared')
    for (const [wing, room] of [
      [one, 'start'],
      [one, 'beside'],
      [two, shared],
      [three, shared],
      [three, 'far'],
    ] as const)
      await call('room.create', { wing, name: room })
    const tunnel = { source_wing: one, source_room: 'start', target_wing: two, target_room: shared, label: 'why' }
    await call('tunnel.create', tunnel)
    const entity = unique('Kafka')
    for (const [wing, room] of [
      [three, shared],
      [three, 'far'],
    ] as const) {
      const drawer = await call('drawer.create', { wing, room, content: `about ${entity} in ${room}` })
      await call('fact.add', { subject: entity, predicate: 'is_in', object: unique('x'), source_drawer_id: drawer.id })
    }

    const near = await call('graph.traverse', { start_room: `${one}/start`, max_hops: 1 })
    expect(near).toMatchObject({
      truncated: false,
      rooms: [
        { room: 'start', wings: [one], hop: 0, connected_via: [] },
        { room: shared, wings: [two], hop: 1, connected_via: ['tunnel: why'] },
      ],
    })
    const far = await call('graph.traverse', { start_room: `${one}/start`, max_hops: 3 })
    expect(far.rooms.slice(2)).toMatchObject([
      { room: shared, wings: [three], hop: 2, connected_via: [`name: ${shared}`], count: 1 },
      { room: 'far', wings: [three], hop: 3, connected_via: [`entity: ${entity}`], halls: [entity] },
    ])
    await expect(call('graph.traverse', { start_room: shared })).rejects.toMatchObject({
      code: 'room.not_found',
      details: { wings: [three, two].toSorted() },
    })

    const bridges = await call('graph.bridges', { wing_a: two, wing_b: three })
    expect(bridges.rooms).toMatchObject([{ room: shared, count: 1 }])
    const { rooms } = await call('graph.bridges', { wing_a: one, wing_b: two })
    expect(rooms.map(({ room }) => room)).toEqual(expect.arrayContaining(['start', shared]))
    const stats = await call('graph.stats', {})
    expect(stats).toMatchObject({ rooms_per_wing: { [one]: 2, [two]: 1, [three]: 2 } })
    expect(stats.total_edges).toBeGreaterThanOrEqual(3)
    expect(stats.tunnel_rooms).toBeGreaterThanOrEqual(3)
  })
})

describe('a hallway', () => {
  test('counts each drawer once, follows every writer, and stays deleted', async ({ call }) => {
    const wing = unique('halls')
    const [a, b] = [unique('Ada'), unique('Babbage')]
    const file = async (room: string) => {
      const drawer = await call('drawer.create', { wing, room, content: `${a} and ${b} ${newId()}` })
      await call('fact.add', { subject: a, predicate: unique('p'), object: b, source_drawer_id: drawer.id })
      await call('fact.add', { subject: a, predicate: unique('p'), object: b, source_drawer_id: drawer.id })
      return drawer
    }
    const first = await file('engines')
    await file('letters')
    const listed = async () => (await call('hallway.list', { wing })).hallways
    const [hallway] = await listed()
    expect(hallway).toMatchObject({ wing, co_occurrence_count: 2, rooms: ['engines', 'letters'] })
    expect([hallway?.['entity_a'], hallway?.['entity_b']]).toEqual(expect.arrayContaining([a, b]))
    await call('drawer.delete', { wing, room: 'engines', drawer: first.id })
    expect(await listed()).toMatchObject([{ co_occurrence_count: 1, rooms: ['letters'] }])

    const id = String(hallway?.['id'])
    expect(await call('hallway.delete', { hallway_id: id })).toEqual({ deleted: true })
    await file('engines')
    expect(await listed()).toEqual([])
    expect(await call('hallway.delete', { hallway_id: id })).toEqual({ deleted: false })
  })
})

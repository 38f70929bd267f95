import { type Input, type OperationName, operations, type Operations, PalaceError } from '@loci/contract'
import { test } from '@loci/testing'
import { describe, expect } from 'vitest'

const names = Object.keys(operations) as OperationName[]
const reads = names.filter((name) => operations[name].access === 'read')

interface Doomed {
  wing: string
  wingId: string
  roomId: string
  drawerId: string
  factId: string
  /** The change set that made it. */
  changeSet: string
}

type Inputs = { [K in OperationName]?: (doomed: Doomed) => Input<Operations[K]> }

const word = 'zyxomite'
const hash = '8b4cdf2ba9ed5ba0a5e1bf0c4ae5d0b3b4e8d7e9d1a8ce8b5b6a2d4b1c5a7f30'

/** A call of every operation that reads, which would show the trash if it could. */
const inputs: Inputs = {
  'palace.status': () => ({ brief: true }),
  'wing.list': ({ wing }) => ({ prefix: wing }),
  'wing.show': ({ wingId }) => ({ wing: wingId }),
  'room.list': ({ wingId }) => ({ wing: wingId }),
  'room.show': ({ wingId, roomId }) => ({ wing: wingId, room: roomId }),
  'drawer.list': ({ wingId, roomId }) => ({ wing: wingId, room: roomId }),
  'drawer.show': ({ wingId, roomId, drawerId }) => ({ wing: wingId, room: roomId, drawer: drawerId }),
  'drawer.get': ({ drawerId }) => ({ id: drawerId }),
  'drawer.search': () => ({ query: word }),
  'document.compare': ({ wing }) => ({ wing, documents: [{ path: 'drawer', hash }] }),
  'job.list': () => ({}),
  'job.show': ({ drawerId }) => ({ id: drawerId }),
  'tool.list_wings': () => ({}),
  'tool.list_rooms': () => ({}),
  'tool.get_taxonomy': () => ({}),
  'tool.get_drawer': ({ drawerId }) => ({ drawer_id: drawerId }),
  'tool.list_drawers': () => ({}),
  'change.list': () => ({}),
  'change.next': () => ({}),
  'change.show': ({ changeSet }) => ({ change_set: changeSet }),
  'revision.list': ({ drawerId }) => ({ id: drawerId }),
  'revision.show': ({ drawerId }) => ({ id: drawerId, number: 1 }),
  'revision.diff': ({ drawerId }) => ({ id: drawerId, from: 1, to: 1 }),
  'trash.list': () => ({}),
  'trash.show': ({ wingId }) => ({ id: wingId }),
  'tool.trash': () => ({}),
  'tool.revisions': ({ drawerId }) => ({ drawer_id: drawerId }),
  'job.next': () => ({}),
  'job.wait': ({ drawerId }) => ({ id: drawerId, seconds: 0 }),
  'tool.job': ({ drawerId }) => ({ job_id: drawerId }),
  'tool.memories_filed_away': () => ({}),
  'diary.read': () => ({ agent_name: 'ada' }),
  'fact.query': ({ wing }) => ({ entity: wing }),
  'fact.timeline': () => ({}),
  'fact.stats': () => ({}),
  'fact.show': ({ factId }) => ({ id: factId }),
  'entity.list': () => ({}),
  'entity.show': ({ wing }) => ({ entity: wing }),
  'tunnel.list': () => ({}),
  'tunnel.follow': () => ({ wing: 'trash peers', room: 'peer' }),
  'graph.traverse': () => ({ start_room: 'trash peers/peer' }),
  'graph.bridges': () => ({}),
  'graph.stats': () => ({}),
  'hallway.list': () => ({}),
  'tool.check_duplicate': ({ wing }) => ({ content: `${word} ${wing.replace('trash ', '')}` }),
  'tool.reconnect': () => ({}),
  'tool.wake_up': () => ({}),
}

/** The reads that look into the trash, which mark what they give. */
const marking: OperationName[] = [
  'drawer.get',
  'change.show',
  'revision.list',
  'revision.show',
  'revision.diff',
  'trash.list',
  'trash.show',
  'tool.get_drawer',
  'tool.trash',
  'tool.revisions',
]
/** The reads whose answer says nothing of what is live either. */
const silent: OperationName[] = [
  'document.compare',
  'change.next',
  'job.list',
  'job.next',
  'job.show',
  'job.wait',
  'tool.job',
  'tool.memories_filed_away',
  'diary.read',
]

describe('what is in the trash', () => {
  test('has a row here for every operation that reads', () => {
    expect(Object.keys(inputs).toSorted()).toEqual(reads.toSorted())
  })

  test.for(reads)('is absent for %s', async (name, { call }) => {
    const wing = `trash ${name}`
    const drawer = await call('drawer.create', { wing, room: 'room', name: 'drawer', content: `${word} ${name}` })
    const { id: wingId } = await call('wing.show', { wing })
    const { id: roomId } = await call('room.show', { wing, room: 'room' })
    await call('room.create', { wing: 'trash peers', name: 'peer' })
    const target = { target_wing: 'trash peers', target_room: 'peer' }
    await call('tunnel.create', { source_wing: wing, source_room: 'room', ...target })
    const fact = { subject: wing, predicate: 'is', object: `${word} ${name}`, source_drawer_id: drawer.id }
    const { triple_id: factId } = await call('fact.add', fact)
    const changeSet = drawer.change_set ?? ''
    const input = inputs[name]?.({ wing, wingId, roomId, drawerId: drawer.id, factId, changeSet })
    const answer = () =>
      call(name, input as never).then(
        (output) => JSON.stringify(output),
        (error: unknown) => JSON.stringify(error instanceof PalaceError ? [error.code, error.message] : error),
      )
    const before = await answer()
    await call('wing.delete', { wing })
    for (const entity of [fact.subject, fact.object]) await call('entity.delete', { entity })
    const after = await answer()
    if (marking.includes(name)) {
      expect(after).toMatch(/"trashed":true|"deleted_at":"/)
      return
    }
    if (!silent.includes(name)) expect(after).not.toBe(before)
    for (const trace of ['"drawer"', `${word} ${name}`]) expect(after).not.toContain(trace)
    const codes = ['wing.not_found', 'room.not_found', 'drawer.not_found', 'entity.not_found', 'fact.not_found']
    expect(codes.some((code) => after.includes(code)) || !after.includes(wing)).toBe(true)
  })

  test('is no document that is filed', async ({ call }) => {
    const target = { wing: 'trash of documents' }
    const filed = { path: 'a.md', content: 'text' }
    await call('document.file', { ...target, documents: [filed] })
    const sent = { ...target, documents: [{ path: 'a.md', hash: '' }] }
    const drawer = await call('drawer.show', { ...target, room: 'general', drawer: 'a.md' })
    sent.documents = [{ path: 'a.md', hash: drawer.content_hash }]
    expect(await call('document.compare', sent)).toEqual({ unchanged: ['a.md'] })
    await call('wing.delete', target)
    expect(await call('document.compare', sent)).toEqual({ unchanged: [] })
    expect(await call('document.file', { ...target, documents: [filed] })).toMatchObject({ added: 1 })
  })
})

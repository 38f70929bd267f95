import { expect, test, vi } from 'vitest'
import { createTurns, type TurnsOptions } from './turns.ts'

interface Client {
  name: string
}

const a: Client = { name: 'a' }
const b: Client = { name: 'b' }
const c: Client = { name: 'c' }

function open(options: Partial<TurnsOptions<Client>> = {}) {
  const log: string[] = []
  const turns = createTurns<Client>({ idleLimit: 60_000, onIdle: () => {}, onFault: () => {}, ...options })
  const add = (client: Client, text: string, holds = false) =>
    turns.enqueue(client, async () => {
      log.push(client.name + text)
      return holds
    })
  return { log, turns, add }
}

test('serves in order of asking, one job each', async () => {
  const { log, add } = open()
  for (const text of ['1', '2', '3']) add(a, text)
  add(b, '1')
  add(c, '1')
  add(b, '2')
  await vi.waitFor(() => expect(log).toHaveLength(6))
  expect(log).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
})

test('a client in a transaction is served alone', async () => {
  const { log, add } = open()
  add(a, 'begin', true)
  add(b, '1')
  await vi.waitFor(() => expect(log).toEqual(['abegin']))
  add(a, 'work', true)
  await vi.waitFor(() => expect(log).toHaveLength(2))
  add(c, '1')
  add(a, 'commit')
  await vi.waitFor(() => expect(log).toEqual(['abegin', 'awork', 'acommit', 'b1', 'c1']))
})

test('tells of a client that keeps the session and does nothing', async () => {
  const idle: Client[] = []
  const { log, turns, add } = open({ idleLimit: 20, onIdle: (client) => idle.push(client) })
  add(a, 'begin', true)
  add(b, '1')
  await vi.waitFor(() => expect(idle).toEqual([a]))
  turns.drop(a)
  add(a, 'leave')
  await vi.waitFor(() => expect(log).toEqual(['abegin', 'aleave', 'b1']))
})

test('a fault in a job is told and nothing hangs', async () => {
  const faults: unknown[] = []
  const { log, turns, add } = open({ onFault: (error) => faults.push(error) })
  turns.enqueue(a, () => Promise.reject(new Error('broken')))
  add(b, '1')
  await vi.waitFor(() => expect(log).toEqual(['b1']))
  expect(faults).toEqual([new Error('broken')])
})

test('closes after the running job', async () => {
  const { log, turns, add } = open()
  let finish = () => {}
  turns.enqueue(a, () => new Promise((resolve) => (finish = () => resolve(false))))
  add(b, '1')
  const closed = turns.close()
  finish()
  await closed
  expect(log).toEqual([])
})

import { test as base } from '@loci/testing'
import { readConfig } from '@loci/service'
import { pino } from 'pino'
import { describe, expect } from 'vitest'
import { createApi } from './app.ts'

interface Event {
  id: string
  event: string
  data: { id: string; status: string; progress: { current: number }; position?: string }
}

type Open = (
  path: string,
  headers?: Record<string, string>,
) => Promise<{ status: number; events: AsyncGenerator<Event> }>

const test = base.extend<{ open: Open }>({
  open: async ({ service }, use) => {
    const app = createApi({ service, config: readConfig({}), log: pino({ level: 'silent' }), version: '0' })
    await use(async (path, headers = {}) => {
      const response = await app.request(`http://127.0.0.1/api${path}`, { headers })
      return { status: response.status, events: eventsOf(response) }
    })
  },
})

async function* eventsOf(response: Response): AsyncGenerator<Event> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true })
    const parts = text.split('\n\n')
    text = parts.pop() ?? ''
    for (const part of parts) {
      const fields = Object.fromEntries(part.split('\n').map((line) => line.split(/:\s?(.*)/, 2)))
      if (fields['event'] !== undefined)
        yield { id: fields['id'] ?? '', event: fields['event'], data: JSON.parse(fields['data'] ?? '') }
    }
  }
}

const all = async (events: AsyncGenerator<Event>): Promise<Event[]> => {
  const found: Event[] = []
  for await (const event of events) found.push(event)
  return found
}

describe('the events of a job', () => {
  test('begin with how it is, tell how it goes on, and end when it does', async ({ call, open }) => {
    const { id } = await call('job.create', { kind: 'demo', steps: 40 })
    const seen = await all((await open(`/jobs/${id}/events`)).events)
    expect(seen.every(({ event, data }) => event === 'job' && data.id === id)).toBe(true)
    expect(seen.at(-1)?.data).toMatchObject({ status: 'completed', progress: { current: 40 } })
    expect(seen.some(({ data }) => data.status === 'running' && data.progress.current > 0)).toBe(true)
    const after = await all((await open(`/jobs/${id}/events`)).events)
    expect(after.map(({ data }) => data.status)).toEqual(['completed'])
  })

  test('go on where a client stopped, each once', async ({ call, open, service }) => {
    const { id } = await call('job.create', { kind: 'demo', steps: 60 })
    const first: Event[] = []
    for await (const event of (await open(`/jobs/${id}/events`)).events) {
      first.push(event)
      if (event.data.progress.current > 0) break
    }
    await service.settle(id)
    const rest = await all((await open(`/jobs/${id}/events`, { 'Last-Event-ID': first.at(-1)?.id ?? '' })).events)
    expect(rest.at(-1)?.data.status).toBe('completed')
    const ids = [...first, ...rest].map((event) => event.id)
    expect(new Set(ids).size).toBe(ids.length)
    const { items } = await call('job.next', { id })
    expect(rest.map((event) => event.id)).toEqual(items.map(({ position }) => position).slice(-rest.length))
  })

  test('are refused like any reading', async ({ open }) => {
    expect((await open('/jobs/00000000-0000-4000-8000-000000000000/events')).status).toBe(404)
    expect((await open('/events', { 'X-Loci-Mode': 'disabled' })).status).toBe(403)
    expect((await open('/events', { 'Last-Event-ID': 'nonsense' })).status).toBe(400)
  })
})

test('the events of all jobs begin with what comes', async ({ call, open, service }) => {
  const before = await call('job.create', { kind: 'demo', steps: 1 })
  await service.settle(before.id)
  const { events } = await open('/events')
  const { value: ready } = (await events.next()) as { value: Event }
  expect(ready).toMatchObject({ event: 'ready', data: { position: expect.any(String) } })
  const { id } = await call('job.create', { kind: 'demo', steps: 1 })
  const statuses: string[] = []
  for await (const { data } of events) {
    // what was being written when the stream began may be told again
    if (data.id !== id) continue
    statuses.push(data.status)
    if (data.status === 'completed') break
  }
  expect(statuses[0]).toBe('queued')
})

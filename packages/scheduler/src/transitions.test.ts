import { tables } from '@loci/store'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JobStatus } from './job-row.ts'
import { allowedRequests, isSettled, jobEvents, transition } from './transitions.ts'

const statuses = tables.jobStatuses
const legal: Record<string, string> = {
  'queued claim': 'running',
  'queued pause': 'paused',
  'queued cancel': 'cancelled',
  'running complete': 'completed',
  'running fail': 'failed',
  'running backoff': 'queued',
  'running pause': 'paused',
  'running cancel': 'cancelled',
  'running yield': 'queued',
  'running recover': 'queued',
  'running release': 'queued',
  'paused resume': 'queued',
  'paused cancel': 'cancelled',
  'failed retry': 'queued',
}

describe('the table of transitions', () => {
  test.for(statuses.flatMap((status) => jobEvents.map((event) => [status, event] as const)))(
    '%s, %s',
    ([status, event]) => {
      expect(transition(status, event)).toBe(legal[`${status} ${event}`])
    },
  )

  test('whatever happens, a job runs only from a claim on, and stays as it is once it completed or was cancelled', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...jobEvents)), (events) => {
        const path = [['', 'queued']]
        for (const event of events) {
          const next = transition(path.at(-1)?.[1] as JobStatus, event)
          if (next !== undefined) path.push([event, next])
        }
        const steps = path.slice(1).map(([event, to], index) => ({ event, to, from: path[index]?.[1] }))
        expect(steps.filter(({ from }) => from === 'completed' || from === 'cancelled')).toEqual([])
        expect(steps.filter(({ event, to }) => (to === 'running') !== (event === 'claim'))).toEqual([])
        expect(steps.filter(({ event, from }) => event === 'claim' && from !== 'queued')).toEqual([])
      }),
    )
  })

  test('what may be asked', () => {
    expect(Object.fromEntries(statuses.map((status) => [status, allowedRequests(status)]))).toEqual({
      queued: ['pause', 'cancel'],
      running: ['pause', 'cancel'],
      paused: ['resume', 'cancel'],
      failed: ['retry'],
      completed: [],
      cancelled: [],
    })
    expect(statuses.filter((status) => isSettled({ status }))).toEqual(['paused', 'completed', 'failed', 'cancelled'])
  })
})

import { tables } from '@loci/store'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allowedRequests, isSettled, type JobEvent, jobEvents, transition } from './transitions.ts'

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

  test('whatever happens, a job that completed or was cancelled stays so, and one at work began with a claim', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...jobEvents)), (events) => {
        let status: (typeof statuses)[number] = 'queued'
        let last: JobEvent | undefined
        for (const event of events) {
          const next = transition(status, event)
          if (next === undefined) continue
          expect(status).not.toBe('completed')
          expect(status).not.toBe('cancelled')
          if (next === 'running') expect([status, event]).toEqual(['queued', 'claim'])
          if (status === 'running') expect(last).toBe('claim')
          status = next
          last = event
        }
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

import type { JobRow, JobStatus } from './job-row.ts'

/**
 * What can happen to a job. `backoff` is a fault that may pass, `yield` stepping aside for critical work, `release` a
 * shutdown, `recover` the end of a worker that died; `retry`, `pause`, `resume` and `cancel` are asked for by people.
 */
export const jobEvents = [
  'claim',
  'complete',
  'fail',
  'backoff',
  'retry',
  'pause',
  'resume',
  'cancel',
  'yield',
  'recover',
  'release',
] as const
export type JobEvent = (typeof jobEvents)[number]

const table: Record<JobStatus, Partial<Record<JobEvent, JobStatus>>> = {
  queued: { claim: 'running', pause: 'paused', cancel: 'cancelled' },
  running: {
    complete: 'completed',
    fail: 'failed',
    backoff: 'queued',
    pause: 'paused',
    cancel: 'cancelled',
    yield: 'queued',
    recover: 'queued',
    release: 'queued',
  },
  paused: { resume: 'queued', cancel: 'cancelled' },
  failed: { retry: 'queued' },
  completed: {},
  cancelled: {},
}

const requests = ['pause', 'resume', 'cancel', 'retry'] as const
export type JobRequest = (typeof requests)[number]

/** The state after an event; undefined when the event cannot happen in this one. */
export function transition(status: JobStatus, event: JobEvent): JobStatus | undefined {
  return table[status][event]
}

/** What may be asked of a job in this state. */
export function allowedRequests(status: JobStatus): JobRequest[] {
  return requests.filter((request) => transition(status, request) !== undefined)
}

/** Whether nothing happens to it any more unless somebody asks for it. */
export function isSettled({ status }: Pick<JobRow, 'status'>): boolean {
  return status !== 'queued' && status !== 'running'
}

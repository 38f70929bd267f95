import * as z from 'zod'
import * as field from './fields.ts'
import { operation } from './operation.ts'

/** Every kind of durable work: what it takes, and whether it changes the palace while it runs. */
export const jobKinds = {
  mine: {
    summary: 'file a folder tree of the server, a drawer a file',
    writesPalace: true,
    payload: z.strictObject({
      source: z.string().min(1).max(4096).describe('folder to mine, below LOCI_MINE_ROOTS of the server'),
      mode: z.enum(['projects']).default('projects').describe('what the folder holds'),
      wing: field.name.optional().describe('target wing; the name of the folder when not given'),
      room: field.name.optional().describe('one room for all; otherwise the top-level folder of each file'),
      added_by: z.string().min(1).max(256).optional().describe('who files it'),
    }),
  },
  purge: {
    summary: 'erase what has been in the trash for long; for administrators',
    writesPalace: false,
    payload: z.strictObject({
      older_than_days: z.int().min(0).max(36_500).default(30).describe('what was deleted longer ago'),
    }),
  },
} as const
export type JobKind = keyof typeof jobKinds
export type JobPayload<K extends JobKind> = z.output<(typeof jobKinds)[K]['payload']>

export const Job = z
  .object({
    id: field.id,
    kind: z.string(),
    status: z.enum(['queued', 'running', 'paused', 'completed', 'failed', 'cancelled']),
    requested: z.enum(['pause', 'cancel', 'yield']).nullable().describe('what it was asked to do at its next item'),
    priority: z.int(),
    payload: z.record(z.string(), z.unknown()),
    progress: z.object({ current: z.int(), total: z.int().nullable(), message: z.string() }),
    attempt: z.int(),
    recoveries: z.int().describe('how often it was taken over from a worker that died'),
    created_by: z.string(),
    created_at: field.instant,
    started_at: field.instant.nullable(),
    completed_at: field.instant.nullable(),
    resume_point: z.unknown(),
    result: z.record(z.string(), z.unknown()).nullable(),
    error: z.object({ code: z.string(), message: z.string(), help: z.string() }).nullable(),
  })
  .meta({ id: 'Job' })
export type Job = z.output<typeof Job>

const addressed = { id: field.id.describe('job id') }

export const jobs = {
  'job.create': operation({
    summary: 'queue a job',
    description: `Further fields belong to the kind. ${Object.entries(jobKinds)
      .map(([kind, { summary, payload }]) => `${kind}: ${summary} (${Object.keys(payload.shape).join(', ')})`)
      .join('; ')}.`,
    access: 'write',
    http: { method: 'post', path: '/jobs', status: 202 },
    input: z.looseObject({
      kind: z.enum(Object.keys(jobKinds) as [JobKind, ...JobKind[]]).describe('what to do'),
      idempotency_key: z.string().min(1).max(256).optional().describe('the same key gives the first job'),
    }),
    output: Job,
    errors: ['source.forbidden', 'source.unreadable'],
  }),
  'job.list': operation({
    summary: 'list jobs, newest first',
    access: 'read',
    http: { method: 'get', path: '/jobs' },
    command: { name: 'jobs list' },
    input: z.strictObject({
      status: z.enum(['queued', 'running', 'paused', 'completed', 'failed', 'cancelled']).optional(),
      kind: z.string().max(64).optional(),
      limit: field.limit(50),
      cursor: field.cursor,
    }),
    output: z.object({ items: z.array(Job), next_cursor: field.nextCursor }),
    errors: [],
  }),
  'job.show': operation({
    summary: 'show a job',
    access: 'read',
    http: { method: 'get', path: '/jobs/{id}' },
    command: { name: 'jobs show', argument: 'id' },
    input: z.strictObject(addressed),
    output: Job,
    errors: ['job.not_found'],
  }),
  'job.cancel': operation({
    summary: 'cancel a job',
    description: 'A running one stops at its next item; what it has filed stays.',
    access: 'open',
    idempotent: true,
    http: { method: 'post', path: '/jobs/{id}/cancel' },
    command: { name: 'jobs cancel', argument: 'id' },
    input: z.strictObject(addressed),
    output: Job,
    errors: ['job.not_found', 'job.transition_invalid'],
  }),
}

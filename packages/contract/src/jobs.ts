import * as z from 'zod'
import { checkpointPayload } from './checkpoint.ts'
import * as field from './fields.ts'
import { Job, JobEvent, jobStatus } from './job.ts'
import { operation } from './operation.ts'
import { mineFields, syncFields } from './sources.ts'

export const Priority = z.enum(['critical', 'high', 'normal', 'low', 'background'])
export type Priority = z.output<typeof Priority>

/** A kind of durable work: what it takes, how urgent it is, and whether it changes the palace while it runs. */
interface Kind {
  summary: string
  priority: Priority
  writesPalace: boolean
  payload: z.ZodObject
}

/** Every kind of durable work. */
export const jobKinds = {
  mine: {
    summary: 'file a folder tree of the server, a drawer a file',
    priority: 'background',
    writesPalace: true,
    payload: z.strictObject(mineFields),
  },
  sync: {
    summary: 'tell which drawers have lost their file, and move them to the trash when told to',
    priority: 'low',
    writesPalace: true,
    payload: z.strictObject(syncFields),
  },
  checkpoint: {
    summary: 'file many memories and a diary entry',
    priority: 'high',
    writesPalace: true,
    payload: checkpointPayload,
  },
  purge: {
    summary: 'erase what has been in the trash for long, or jobs that ended long ago; for administrators',
    priority: 'background',
    writesPalace: false,
    payload: z.strictObject({
      what: z.enum(['trash', 'jobs']).default('trash').describe('what to erase'),
      older_than_days: z.int().min(0).max(36_500).default(30).describe('what was deleted, or ended, longer ago'),
    }),
  },
  audit: {
    summary: 'look for what does not fit together, and change nothing',
    priority: 'low',
    writesPalace: false,
    payload: z.strictObject({}),
  },
  repair: {
    summary: 'mend the search index and stuck jobs; a dry run unless told',
    priority: 'low',
    writesPalace: true,
    payload: z.strictObject({ dry_run: z.boolean().default(true).describe('only tell what would be mended') }),
  },
  demo: {
    summary: 'do nothing for some 20 ms a step',
    priority: 'normal',
    writesPalace: false,
    payload: z.strictObject({ steps: z.int().min(1).max(100_000).default(100).describe('how many steps') }),
  },
} as const satisfies Record<string, Kind>
export type JobKind = keyof typeof jobKinds
export type JobPayload<K extends JobKind> = z.output<(typeof jobKinds)[K]['payload']>

const told = z.record(z.string(), z.unknown())
const addressed = { id: field.id.describe('job id') }

/** Control of a job is open in every memory mode: it takes an id, and shows no content where none may be seen. */
const control = <const Verb extends string>(verb: Verb, summary: string, description: string) =>
  operation({
    summary,
    description,
    access: 'write',
    touches: 'nothing',
    http: { method: 'post', path: `/jobs/{id}/${verb}` },
    command: { name: `jobs ${verb}`, argument: 'id' },
    input: z.strictObject(addressed),
    output: Job,
    errors: ['job.not_found', 'job.transition_invalid'],
  })

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
      priority: Priority.optional().describe('before what it runs; that of its kind when not given'),
      run_at: field.instant.optional().describe('not before this time'),
      idempotency_key: z.string().min(1).max(256).optional().describe('the same key gives the first job'),
    }),
    output: Job,
    errors: ['job.key_reused', 'source.forbidden', 'source.unreadable'],
  }),
  'job.list': operation({
    summary: 'list jobs, newest first',
    access: 'read',
    http: { method: 'get', path: '/jobs' },
    command: { name: 'jobs list' },
    input: z.strictObject({
      status: jobStatus.optional(),
      kind: z.string().max(64).optional(),
      limit: field.limit(50),
      cursor: field.cursor,
    }),
    output: z.object({ items: z.array(Job), next_cursor: field.nextCursor }),
    errors: [],
  }),
  'job.next': operation({
    summary: 'read on in the stream of what happens to jobs',
    description: 'Kept for a day. The same as events: GET /api/events, or /api/jobs/{id}/events for one.',
    access: 'read',
    http: { method: 'get', path: '/jobs/next' },
    input: z.strictObject({
      id: field.id.optional().describe('only this job'),
      after: z.string().min(1).max(64).default('start').describe('now, start, or the position of the answer before'),
      limit: field.limit(100, 1000),
    }),
    output: z.object({
      items: z.array(JobEvent),
      position: z.string().describe('pass it as after to read on'),
      held: z.boolean().describe('whether there is more, which a transaction that is still open holds back'),
    }),
    errors: ['job.not_found'],
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
  'job.wait': operation({
    summary: 'wait until a job has left queued and running, and show it',
    description: 'When the time is up it is shown as it is then.',
    access: 'read',
    http: { method: 'get', path: '/jobs/{id}/wait' },
    command: { name: 'jobs wait', argument: 'id' },
    input: z.strictObject({
      ...addressed,
      seconds: z.int().min(0).max(300).default(25).describe('how long to wait at most'),
    }),
    output: Job,
    errors: ['job.not_found'],
  }),
  'job.pause': control('pause', 'pause a job', 'A running one stops at its next item and keeps its place.'),
  'job.resume': control('resume', 'go on with a paused job', 'It goes on where it was.'),
  'job.cancel': control('cancel', 'cancel a job', 'A running one stops at its next item; what it has filed stays.'),
  'job.retry': control('retry', 'run a failed job again', 'It goes on where it was, with all its attempts.'),
  'tool.job': operation({
    summary: 'show a job: how far it is, and its result',
    access: 'read',
    http: { method: 'post', path: '/tools/job' },
    tool: { name: 'job', title: 'Job' },
    input: z.strictObject({
      job_id: field.id,
      wait: z.number().min(0).max(300).default(0).describe('seconds to wait for its end'),
    }),
    output: z.object({
      id: field.id,
      kind: z.string(),
      status: jobStatus,
      progress: told,
      attempt: z.int(),
      completed_at: field.instant.nullable(),
      result: told.nullable(),
      error: told.nullable(),
    }),
    errors: ['job.not_found'],
  }),
}

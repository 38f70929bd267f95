import * as z from 'zod'
import * as field from './fields.ts'

export const jobStatus = z.enum(['queued', 'running', 'paused', 'completed', 'failed', 'cancelled'])

const progress = z.object({
  current: z.int(),
  total: z.int().nullable(),
  message: z.string(),
  rate: z.number().optional().describe('items a second in this run'),
})

export type JobProgress = z.output<typeof progress>

export const Job = z
  .object({
    id: field.id,
    kind: z.string(),
    status: jobStatus,
    requested: z.enum(['pause', 'cancel', 'yield']).nullable().describe('what it was asked to do at its next item'),
    priority: z.int(),
    payload: z.record(z.string(), z.unknown()),
    progress,
    attempt: z.int(),
    recoveries: z.int().describe('how often it was taken over from a worker that died'),
    run_at: field.instant.describe('not before this time'),
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

export const JobEvent = z
  .object({
    position: z.string(),
    id: field.id.describe('job id'),
    kind: z.string(),
    status: jobStatus,
    progress,
    at: field.instant,
  })
  .meta({ id: 'JobEvent' })
export type JobEvent = z.output<typeof JobEvent>

import { type Job, type JobKind, jobKinds, type JobPayload, parseInput } from '@loci/contract'
import {
  getJob,
  type JobAddress,
  type JobRow,
  listJobs,
  nextJobEvents,
  presentJob,
  presentPosition,
  requestCancel,
  requestPause,
  requestResume,
  requestRetry,
} from '@loci/scheduler'
import type { Db } from '@loci/store'
import type { Context, Handlers, Named } from '../context.ts'
import { awaitJob } from '../jobs/await.ts'
import { submitJob } from '../jobs/submit.ts'
import { toDate } from '../present.ts'

export const jobs: Handlers<Named<'job'> | 'tool.job'> = {
  'job.create': async (context, { kind, priority, run_at, idempotency_key, ...fields }) => {
    const row = await submitJob(context, {
      kind,
      // of that kind, which a union of kinds cannot say
      payload: parseInput(jobKinds[kind].payload, fields) as JobPayload<JobKind>,
      priority,
      runAt: toDate(run_at),
      idempotencyKey: idempotency_key,
    })
    return presentJob(row)
  },
  'job.list': async ({ db, principal: { palaceId } }, input) => {
    const { items, nextCursor } = await listJobs(db, { palaceId, ...input })
    return { items: items.map(presentJob), next_cursor: nextCursor }
  },
  'job.next': async ({ db, principal: { palaceId } }, { id, after, limit }) => {
    if (id !== undefined) await getJob(db, { palaceId, id })
    const from = after === 'now' ? await presentPosition(db) : after === 'start' ? '0.0' : after
    if (after === 'now') return { items: [], position: from, held: false }
    const { items, ...rest } = await nextJobEvents(db, { palaceId, jobId: id, after: from, limit })
    return { items: items.map(({ jobId, at, ...event }) => ({ ...event, id: jobId, at: at.toISOString() })), ...rest }
  },
  'job.show': async ({ db, principal: { palaceId } }, { id }) => presentJob(await getJob(db, { palaceId, id })),
  'job.wait': async (context, { id, seconds }) => presentJob(await awaitJob(context, id, seconds)),
  'tool.job': async (context, { job_id, wait: seconds }) => presentJob(await awaitJob(context, job_id, seconds)),
  'job.pause': (context, { id }) => control(context, id, requestPause),
  'job.resume': (context, { id }) => control(context, id, requestResume),
  'job.cancel': (context, { id }) => control(context, id, requestCancel),
  'job.retry': (context, { id }) => control(context, id, requestRetry),
}

type Request = (db: Db, address: JobAddress) => Promise<JobRow>

async function control(context: Context, id: string, request: Request): Promise<Job> {
  const { db, principal } = context
  const job = presentJob(await request(db, { palaceId: principal.palaceId, id }))
  context.afterCommit(context.wakeWorkers)
  return principal.mode === 'disabled' ? withoutContent(job) : job
}

/** What control needs of a job, in a mode that shows no content. */
function withoutContent(job: Job): Job {
  const { current, total } = job.progress
  return {
    ...job,
    payload: {},
    progress: { current, total, message: '' },
    resume_point: null,
    result: null,
    error: job.error && { ...job.error, message: job.error.code },
  }
}

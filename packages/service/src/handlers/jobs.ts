import { type JobKind, jobKinds, type JobPayload, parseInput } from '@loci/contract'
import { enqueue, getJob, listJobs, presentJob, requestCancel } from '@loci/scheduler'
import type { Context, Handlers, Named } from '../context.ts'
import { jobDefinitions } from '../jobs/index.ts'

export const jobs: Handlers<Named<'job'>> = {
  'job.create': async (context, { kind, idempotency_key, ...fields }) => {
    const payload = await admit(context, kind, fields)
    const { job } = await enqueue(context.db, {
      palaceId: context.principal.palaceId,
      kind,
      payload,
      writesPalace: jobKinds[kind].writesPalace,
      createdBy: context.principal.actor,
      idempotencyKey: idempotency_key,
    })
    context.afterCommit(context.wakeWorkers)
    return presentJob(job)
  },
  'job.list': async ({ db, principal: { palaceId } }, input) => {
    const { items, nextCursor } = await listJobs(db, { palaceId, ...input })
    return { items: items.map(presentJob), next_cursor: nextCursor }
  },
  'job.show': async ({ db, principal: { palaceId } }, { id }) => presentJob(await getJob(db, { palaceId, id })),
  'job.cancel': async (context, { id }) => {
    const job = await requestCancel(context.db, { palaceId: context.principal.palaceId, id })
    context.afterCommit(context.wakeWorkers)
    return presentJob(job)
  },
}

const admit = <K extends JobKind>(context: Context, kind: K, fields: object): Promise<JobPayload<K>> =>
  jobDefinitions[kind].admit(context, parseInput(jobKinds[kind].payload, fields) as JobPayload<K>)

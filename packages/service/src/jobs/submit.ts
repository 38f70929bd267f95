import { type JobKind, jobKinds, type JobPayload, type Priority } from '@loci/contract'
import { enqueue, type JobRow, priorities } from '@loci/scheduler'
import type { Context } from '../context.ts'
import { jobDefinitions } from './index.ts'

export interface Submission<K extends JobKind> {
  kind: K
  payload: JobPayload<K>
  /** That of its kind unless told. */
  priority?: Priority | undefined
  runAt?: Date | undefined
  idempotencyKey?: string | undefined
}

/** Queues a job in the transaction at hand, or refuses it; the workers of this process hear of it at the commit. */
export async function submitJob<K extends JobKind>(context: Context, submission: Submission<K>): Promise<JobRow> {
  const { kind, priority, runAt, idempotencyKey } = submission
  // the definition of a kind takes the payload of that kind, which a union of them cannot say
  const definition = jobDefinitions[kind]
  const payload = await definition.admit(context, submission.payload as never)
  const writes = definition.writesPalace?.(payload as never)
  const { job } = await enqueue(context.db, {
    palaceId: context.principal.palaceId,
    kind,
    payload,
    priority: priorities[priority ?? jobKinds[kind].priority],
    writesPalace: writes ?? jobKinds[kind].writesPalace,
    createdBy: context.principal.actor,
    runAt,
    idempotencyKey,
  })
  context.afterCommit(context.wakeWorkers)
  return job
}

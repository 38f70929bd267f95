import { CheckpointResult, type Operations, type Parsed } from '@loci/contract'
import { type JobRow, presentJob } from '@loci/scheduler'
import { rows, tables } from '@loci/store'
import { sql } from 'drizzle-orm'
import type { Context, Handlers } from '../context.ts'
import { awaitJob } from '../jobs/await.ts'
import { submitJob } from '../jobs/submit.ts'
import { Later } from '../later.ts'

type Names = 'checkpoint.save' | 'tool.checkpoint' | 'tool.memories_filed_away'

export const checkpoint: Handlers<Names> = {
  'checkpoint.save': async (context, input) => {
    const job = await submit(context, input)
    return new Later(async () => {
      const row = await waited(context, job, input.wait)
      if (row.status === 'completed') return { job_id: row.id, pending: false, ...CheckpointResult.parse(row.result) }
      return { ...presentJob(row), job_id: row.id, pending: true }
    })
  },
  'tool.checkpoint': async (context, input) => {
    const job = await submit(context, input)
    return new Later(async () => {
      const { id, status, result } = await waited(context, job, input.wait)
      return { job_id: id, status, ...(status === 'completed' && CheckpointResult.parse(result)) }
    })
  },
  'tool.memories_filed_away': async ({ db, principal: { palaceId } }) => {
    const [last] = await rows<{ count: number; at: string }>(
      db,
      sql`select jsonb_array_length(result -> 'added') as count, completed_at as at from ${tables.jobs}
        where palace_id = ${palaceId} and status = 'completed' and kind = 'checkpoint' order by id desc limit 1`,
    )
    if (!last) return { filed: false, message_count: 0, timestamp: null }
    return { filed: true, message_count: last.count, timestamp: new Date(last.at).toISOString() }
  },
}

function submit(
  context: Context,
  { emergency, wait: _, idempotency_key, ...payload }: Parsed<Operations['checkpoint.save']>,
): Promise<JobRow> {
  return submitJob(context, {
    kind: 'checkpoint',
    payload,
    priority: emergency ? 'critical' : 'high',
    idempotencyKey: idempotency_key,
  })
}

const waited = (context: Context, job: JobRow, timeoutSeconds: number): Promise<JobRow> =>
  timeoutSeconds === 0 ? Promise.resolve(job) : awaitJob(context, job.id, timeoutSeconds)

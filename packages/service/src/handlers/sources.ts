import * as z from 'zod'
import { SyncCounts } from '@loci/contract'
import { countFromSource, deleteFromSource } from '@loci/palace-hierarchy'
import { changeSetOf, type Handlers, type Named } from '../context.ts'
import { awaitJob } from '../jobs/await.ts'
import { submitJob } from '../jobs/submit.ts'
import { Later } from '../later.ts'
import { describeMined } from '../summaries.ts'

const sampled = 5
const counted = z.int().optional()
const Counts = z.object({ added: counted, updated: counted, unchanged: counted, pending: counted, failed: counted })

export const sources: Handlers<Named<'source'>> = {
  'source.mine': async (context, { wait, agent, ...payload }) => {
    const job = await submitJob(context, { kind: 'mine', payload: { ...payload, added_by: agent }, priority: 'normal' })
    return new Later(async () => {
      const { id, status, result } = await awaitJob(context, job.id, wait)
      return {
        success: status === 'completed',
        mode: payload.mode,
        dry_run: payload.dry_run,
        output: describeMined(status, result),
        job_id: id,
        status,
        ...Counts.parse(result ?? {}),
      }
    })
  },
  'source.sync': async (context, { wait, ...payload }) => {
    const job = await submitJob(context, { kind: 'sync', payload, priority: 'normal' })
    return new Later(async () => {
      const { id, status, result } = await awaitJob(context, job.id, wait)
      return { job_id: id, status, ...(status === 'completed' && SyncCounts.parse(result)) }
    })
  },
  'source.delete': async (context, { source_file: uri, dry_run }) => {
    const { db, change, principal } = context
    const { count, sample } = await countFromSource(db, { palaceId: principal.palaceId, uri, most: sampled })
    const deleted = dry_run ? undefined : await deleteFromSource(db, change, uri)
    if (deleted) change.summary = `delete ${deleted} drawers of ${uri}`
    return {
      success: true,
      dry_run,
      source_file: uri,
      match_count: count,
      sample,
      ...(deleted !== undefined && { deleted }),
      change_set: changeSetOf(context),
      hint: hintOf(count, dry_run),
    }
  },
}

function hintOf(count: number, dryRun: boolean): string {
  if (count === 0) return 'No drawer has exactly this source; search and get_drawer show the source of a drawer.'
  return dryRun ? 'Pass dry_run false to move them to the trash.' : 'They are in the trash and can be restored.'
}

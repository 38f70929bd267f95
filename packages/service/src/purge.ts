import { purge, type Purged } from '@loci/palace-hierarchy'
import { eraseFromJobs } from '@loci/scheduler'
import { forgetUnusedTerms } from '@loci/search'
import type { Context } from './context.ts'

export interface PurgedTrash extends Omit<Purged, 'texts' | 'jobs'> {
  /** Whether more is old enough. */
  more: boolean
}

/** Erases things of the trash everywhere they may have left something: rows, index, statistics, and what jobs keep. */
export async function purgeTrash(
  { db, change, principal: { palaceId, actor } }: Pick<Context, 'db' | 'change' | 'principal'>,
  input: { id?: string | undefined; olderThanDays?: number | undefined; most: number },
): Promise<PurgedTrash> {
  const { texts, jobs, ...purged } = await purge(db, change, { ...input, actor })
  const { receipt, revisions: _, ...counts } = purged
  const count = Object.values(counts).reduce((sum, one) => sum + one, 0)
  if (receipt !== null) {
    await forgetUnusedTerms(db, palaceId)
    await eraseFromJobs(db, { palaceId, texts, jobIds: jobs })
  }
  return { ...purged, more: input.id === undefined && count >= input.most }
}

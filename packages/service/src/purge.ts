import { purge, type Purged } from '@loci/palace-hierarchy'
import { eraseFromJobs } from '@loci/scheduler'
import { forgetUnusedTerms } from '@loci/search'
import type { Context } from './context.ts'

export interface PurgedTrash extends Pick<Purged, 'wings' | 'rooms' | 'drawers' | 'revisions' | 'receipt'> {
  /** Whether more is old enough. */
  more: boolean
}

/** Erases things of the trash everywhere they may have left something: rows, index, statistics, and what jobs keep. */
export async function purgeTrash(
  { db, change, principal: { palaceId, actor } }: Pick<Context, 'db' | 'change' | 'principal'>,
  input: { id?: string | undefined; olderThanDays?: number | undefined; most: number },
): Promise<PurgedTrash> {
  const { texts, jobs, ...purged } = await purge(db, change, { ...input, actor })
  const { wings, rooms, drawers, revisions, receipt } = purged
  const more = input.id === undefined && drawers + rooms + wings >= input.most
  if (receipt !== null) {
    await forgetUnusedTerms(db, palaceId)
    await eraseFromJobs(db, { palaceId, texts, jobIds: jobs })
  }
  return { wings, rooms, drawers, revisions, receipt, more }
}

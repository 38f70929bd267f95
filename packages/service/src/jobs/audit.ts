import { findDanglingSources, findOrphans, findUnrestorable } from '@loci/palace-hierarchy'
import { stuckJobs } from '@loci/scheduler'
import { compareStatistics, countMisplaced, unindexedDrawers, withoutVectors } from '@loci/search'
import type { Context } from '../context.ts'
import type { JobDefinition, JobRuntime } from './definition.ts'

const mostShown = 100

/** Looks for what does not fit together, and changes nothing. It keeps no place: begun again, it looks at all anew. */
export const audit: JobDefinition<'audit'> = {
  async admit(_context, payload) {
    return payload
  },
  async run({ job, progress, shouldStop, stopHere }, runtime) {
    const parts = 5
    const onPart = async (done: number, message: string) => {
      await progress(done, parts, message)
      if (shouldStop() !== undefined) stopHere()
    }
    return auditPalace(runtime, job.palaceId, onPart)
  },
}

async function auditPalace(
  { store, profile }: Pick<JobRuntime, 'store'> & Pick<Context, 'profile'>,
  palaceId: string,
  onPart: (done: number, message: string) => Promise<void>,
) {
  const orphans = await store.read((db) => findOrphans(db, palaceId))
  const dangling = await store.read((db) => findDanglingSources(db, palaceId))
  const unrestorable = await store.read((db) => findUnrestorable(db, palaceId))
  await onPart(1, 'looked at wings, rooms and drawers')
  const unindexed = await store.read((db) => unindexedDrawers(db, palaceId))
  const misplaced = await store.read((db) => countMisplaced(db, palaceId))
  await onPart(2, 'looked at passages')
  let vectorless = 0
  if (profile)
    for await (const found of withoutVectors(store.db, palaceId, profile)) {
      vectorless += found.length
      await onPart(2, `${vectorless} passages without vectors so far`)
    }
  await onPart(3, 'looked at vectors')
  const statistics = await store.read((db) => compareStatistics(db, palaceId))
  await onPart(4, 'looked at statistics')
  const stuck = await store.read((db) => stuckJobs(db, palaceId))
  await onPart(5, 'looked at jobs')
  const off = Math.abs(statistics.passages - statistics.counted)
  return {
    problems:
      orphans.rooms.count +
      orphans.drawers.count +
      dangling.count +
      unrestorable.count +
      unindexed.length +
      misplaced +
      vectorless +
      (off > 0 ? 1 : 0) +
      stuck.length,
    orphan_rooms: orphans.rooms,
    orphan_drawers: orphans.drawers,
    dangling_sources: dangling,
    unrestorable,
    drawers_without_passages: { count: unindexed.length, ids: unindexed.slice(0, mostShown) },
    misplaced_passages: misplaced,
    passages_without_vectors: vectorless,
    statistics,
    stuck_jobs: stuck,
  }
}

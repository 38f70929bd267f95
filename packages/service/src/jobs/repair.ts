import {
  compareStatistics,
  countAnew,
  countMisplaced,
  embedMissing,
  indexMissing,
  placePassages,
  unindexedDrawers,
  withoutVectors,
} from '@loci/search'
import type { Db } from '@loci/store'
import type { JobDefinition } from './definition.ts'

/** A fault that can be mended: how many there are, and a part of the mending, which finds out anew what is wrong. */
interface Fault {
  name: 'drawers_without_passages' | 'passages_without_vectors' | 'misplaced_passages' | 'statistics'
  look: (db: Db) => Promise<number>
  /** In one transaction; gives how many it mended, 0 when nothing is wrong any more. */
  mend: (tx: Db) => Promise<number>
}

/**
 * Mends what can be made again from the texts: passages, vectors and counts. A dry run only counts; otherwise each part
 * looks for itself, and mends what it finds then. What else an audit finds is for a person to look at.
 */
export const repair: JobDefinition<'repair'> = {
  async admit(_context, payload) {
    return payload
  },
  writesPalace: ({ dry_run }) => !dry_run,
  async run({ job: { palaceId }, payload, progress, checkpoint, shouldStop, stopHere }, { store, profile }) {
    const faults: Fault[] = [
      {
        name: 'drawers_without_passages',
        look: async (db) => (await unindexedDrawers(db, palaceId)).length,
        mend: (tx) => indexMissing(tx, palaceId, profile),
      },
      {
        name: 'passages_without_vectors',
        look: async (db) => {
          let count = 0
          if (profile) for await (const found of withoutVectors(db, palaceId, profile)) count += found.length
          return count
        },
        mend: async (tx) => (profile ? embedMissing(tx, palaceId, profile) : 0),
      },
      {
        name: 'misplaced_passages',
        look: (db) => countMisplaced(db, palaceId),
        mend: (tx) => placePassages(tx, palaceId),
      },
      {
        name: 'statistics',
        look: (db) => countOff(db, palaceId),
        mend: async (tx) => {
          const off = await countOff(tx, palaceId)
          if (off > 0) await countAnew(tx, palaceId)
          return off
        },
      },
    ]
    const counts: Record<string, number> = {}
    for (const [index, { name, look, mend }] of faults.entries()) {
      counts[name] = payload.dry_run ? await store.read(look) : 0
      while (!payload.dry_run) {
        if (shouldStop() !== undefined) stopHere()
        const mended = await store.transaction(async (tx) => {
          const count = await mend(tx)
          // fenced: whoever has lost the job mends no more
          if (count > 0) await checkpoint(tx, {}, { current: index, total: faults.length, message: name })
          return count
        })
        counts[name] = (counts[name] ?? 0) + mended
        if (mended === 0) break
      }
      await progress(index + 1, faults.length, name)
      if (shouldStop() !== undefined) stopHere()
    }
    return { dry_run: payload.dry_run, [payload.dry_run ? 'planned' : 'mended']: counts }
  },
}

const countOff = async (db: Db, palaceId: string): Promise<number> => {
  const { passages, counted } = await compareStatistics(db, palaceId)
  return Math.abs(passages - counted)
}

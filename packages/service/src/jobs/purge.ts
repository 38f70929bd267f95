import { PalaceError } from '@loci/contract'
import { checkAccess } from '../access.ts'
import { purgeTrash } from '../purge.ts'
import { describeTrashed } from '../summaries.ts'
import type { JobDefinition } from './definition.ts'
import { removeOldJobs } from './retention.ts'

const kinds = ['wings', 'rooms', 'drawers', 'tunnels', 'entities', 'facts'] as const
const atOnce = 500

/** Erases what has been in the trash for long, or jobs that ended long ago, a batch a transaction. */
export const purge: JobDefinition<'purge'> = {
  async admit({ principal }, payload) {
    checkAccess('trash.purge', 'administer', principal)
    if (principal.channel === 'mcp')
      throw new PalaceError('auth.forbidden', 'the trash is not emptied over MCP', {
        help: 'A person does it: `loci trash purge`.',
      })
    return payload
  },

  async run(job, runtime) {
    if (job.payload.what === 'jobs') return removeOldJobs(job, runtime)
    const { payload, resumePoint, checkpoint, shouldStop, stopHere } = job
    const { write } = runtime
    const total: Record<string, number> = { wings: 0, rooms: 0, drawers: 0, ...resumePoint }
    for (;;) {
      const more = await write(async ({ db, change, principal }) => {
        const olderThanDays = payload.older_than_days
        const purged = await purgeTrash({ db, change, principal }, { olderThanDays, most: atOnce })
        change.summary = `purge ${describeTrashed(purged)} after ${olderThanDays} days in the trash`
        for (const key of kinds) total[key] = (total[key] ?? 0) + purged[key]
        const current = kinds.reduce((sum, key) => sum + (total[key] ?? 0), 0)
        await checkpoint(db, { ...total }, { current, total: null, message: `${current} erased` })
        return purged.more
      })
      if (!more) return { ...total }
      if (shouldStop() !== undefined) stopHere()
    }
  },
}

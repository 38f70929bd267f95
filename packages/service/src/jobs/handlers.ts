import type { JobKind } from '@loci/contract'
import type { JobContext, JobHandler } from '@loci/scheduler'
import { writeChange } from '../call.ts'
import type { Palace } from '../palace.ts'
import type { Principal } from '../principal.ts'
import type { JobDefinition } from './definition.ts'
import { jobDefinitions } from './index.ts'

/** The job handlers of the scheduler, each writing as the job: its change sets carry the job's id as their session. */
export function jobHandlers(palace: Palace): Record<string, JobHandler> {
  return Object.fromEntries(Object.entries(jobDefinitions).map(([kind, job]) => [kind, toHandler(palace, kind, job)]))
}

function toHandler<K extends JobKind>(palace: Palace, kind: string, definition: JobDefinition<K>): JobHandler {
  return {
    run(job) {
      const { palaceId, createdBy, id } = job.job
      const principal: Principal = {
        actor: createdBy,
        channel: 'job',
        session: id,
        palaceId,
        role: 'writer',
        mode: 'full',
      }
      return definition.run(job as unknown as JobContext<never>, {
        store: palace.store,
        config: palace.config,
        profile: palace.profile,
        isLocal: !palace.tokensRequired,
        write: (work) => writeChange(palace, principal, `job.${kind}`, work),
      })
    },
  }
}

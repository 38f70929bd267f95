import { countPalace } from '@loci/palace-hierarchy'
import { countJobs } from '@loci/scheduler'
import { countPassages } from '@loci/search'
import { version } from '../version.ts'
import { aaakDialect, protocol } from '../texts.ts'
import type { Handlers, Named } from '../context.ts'

export const palace: Handlers<Named<'palace'>> = {
  'palace.status': async ({ db, store, profile, principal: { palaceId } }, { brief }) => {
    const counts = await countPalace(db, palaceId)
    return {
      total_drawers: counts.drawers,
      wings: counts.wings,
      rooms: counts.rooms,
      passages: await countPassages(db, palaceId),
      jobs: await countJobs(db, palaceId),
      version,
      database: store.kind,
      embedding_profile: profile?.name ?? null,
      ...(!brief && { protocol, aaak_dialect: aaakDialect }),
    }
  },
}

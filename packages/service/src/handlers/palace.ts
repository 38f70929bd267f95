import { countPalace, countPastPalace } from '@loci/palace-hierarchy'
import { countJobs } from '@loci/scheduler'
import { countPassages } from '@loci/search'
import { momentOf } from '../past.ts'
import { version } from '../version.ts'
import { aaakDialect, protocol } from '../texts.ts'
import type { Handlers, Named } from '../context.ts'

export const palace: Handlers<Named<'palace'>> = {
  'palace.status': async (context, { brief, as_of }) => {
    const { db, store, profile, principal } = context
    const { palaceId, mode } = principal
    const about = {
      jobs: await countJobs(db, palaceId),
      mode,
      version,
      database: store.kind,
      embedding_profile: profile?.name ?? null,
      ...(!brief && { protocol, aaak_dialect: aaakDialect }),
    }
    // how many there are says something of what they are
    if (mode === 'disabled') return about
    const counts =
      as_of === undefined ? await countPalace(db, palaceId) : await countPastPalace(db, momentOf(context, as_of))
    return {
      total_drawers: counts.drawers,
      wings: counts.wings,
      rooms: counts.rooms,
      passages: await countPassages(db, palaceId),
      ...about,
    }
  },
}

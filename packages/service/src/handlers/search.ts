import { contentFilters, findRoomIds } from '@loci/palace-hierarchy'
import { search as searchPalace } from '@loci/search'
import type { Handlers } from '../context.ts'
import { toDate, toSearchHit } from '../present.ts'

export const search: Handlers<'drawer.search'> = {
  'drawer.search': async ({ db, profile, principal: { palaceId } }, { query, limit, max_per_source, ...filters }) => {
    const { wing, room, since, until, ...filter } = filters
    const { hits, notes } = await searchPalace(db, profile, {
      palaceId,
      query,
      roomIds: await findRoomIds(db, { palaceId, wing, room }),
      filters: contentFilters({ ...filter, since: toDate(since), until: toDate(until) }),
      maxPerSource: max_per_source,
      limit,
    })
    return { query, filters, results: hits.map(toSearchHit), ...(notes.length > 0 && { notes }) }
  },
}

import { contentFilters, findPastRoomIds, findRoomIds } from '@loci/palace-hierarchy'
import { search as searchPalace, searchPast } from '@loci/search'
import type { Handlers } from '../context.ts'
import { momentOf } from '../past.ts'
import { toDate, toSearchHit } from '../present.ts'

export const search: Handlers<'drawer.search'> = {
  'drawer.search': async (context, { query, limit, max_per_source, ...filters }) => {
    const { db, profile, principal } = context
    const { wing, room, since, until, as_of, ...filter } = filters
    const where = { palaceId: principal.palaceId, wing, room }
    const wanted = {
      palaceId: principal.palaceId,
      query,
      filters: contentFilters({ ...filter, since: toDate(since), until: toDate(until) }),
      maxPerSource: max_per_source,
      limit,
    }
    const { hits, notes } =
      as_of === undefined
        ? await searchPalace(db, profile, { ...wanted, roomIds: await findRoomIds(db, where) })
        : await searchPast(db, profile, {
            ...wanted,
            ...momentOf(context, as_of),
            roomIds: await findPastRoomIds(db, { ...momentOf(context, as_of), wing, room }),
          })
    return { query, filters, results: hits.map(toSearchHit), ...(notes.length > 0 && { notes }) }
  },
}

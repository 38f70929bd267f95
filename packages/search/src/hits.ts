import { array, type Db, tables } from '@loci/store'
import { and, eq, sql } from 'drizzle-orm'
import type { Scored } from './score.ts'

const { passages, liveDrawers, liveRooms, liveWings } = tables

/** The passages that were found, each with its text and the drawer it is in, in the order given. */
export async function readHits(db: Db, palaceId: string, scored: Scored[]) {
  const ids = array(
    scored.map((hit) => hit.drawer_id),
    'uuid',
  )
  const ordinals = array(
    scored.map((hit) => hit.ordinal),
    'integer',
  )
  const found = await db
    .select({
      drawerId: passages.drawerId,
      ordinal: passages.ordinal,
      start: passages.start,
      end: passages.end,
      text: sql<string>`substring(${liveDrawers.content} from ${passages.charStart} + 1 for ${passages.charLength})`,
      name: liveDrawers.name,
      wing: liveWings.name,
      room: liveRooms.name,
      sourceUri: liveDrawers.sourceUri,
      author: liveDrawers.author,
      authoredAt: liveDrawers.authoredAt,
      tags: liveDrawers.tags,
      addedBy: liveDrawers.addedBy,
      filedAt: liveDrawers.createdAt,
    })
    .from(passages)
    .innerJoin(liveDrawers, and(eq(liveDrawers.palaceId, passages.palaceId), eq(liveDrawers.id, passages.drawerId)))
    .innerJoin(liveRooms, and(eq(liveRooms.palaceId, liveDrawers.palaceId), eq(liveRooms.id, liveDrawers.roomId)))
    .innerJoin(liveWings, and(eq(liveWings.palaceId, liveRooms.palaceId), eq(liveWings.id, liveRooms.wingId)))
    .where(
      and(
        eq(passages.palaceId, palaceId),
        sql`(${passages.drawerId}, ${passages.ordinal}) in (select * from unnest(${ids}, ${ordinals}))`,
      ),
    )
    .prepare('hits')
    .execute()
  const byKey = new Map(found.map((row) => [`${row.drawerId}:${row.ordinal}`, row]))
  return scored.flatMap((hit) => {
    const row = byKey.get(`${hit.drawer_id}:${hit.ordinal}`)
    return row ? [{ ...row, score: hit.score, similarity: hit.similarity, why: hit.why }] : []
  })
}

export type Hit = Awaited<ReturnType<typeof readHits>>[number]

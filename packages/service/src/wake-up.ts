import { formatBound, queryFacts } from '@loci/knowledge-graph'
import { type DrawerSummaryRow, findRoomIds, listDrawers } from '@loci/palace-hierarchy'
import type { Context } from './context.ts'

// a token is about four letters of English
const lettersPerToken = 4
const most = 40

type Item = Record<string, unknown>

/** Sections in the order in which they matter, and the part of the budget that each may take. */
const shares = { preferences: 0.25, open: 0.25, facts: 0.25, recent: 1 } as const
const tags = { preferences: 'preference', open: 'open' } as const
const rooms = { preferences: 'preferences', open: 'open' } as const

/**
 * What to know at the start of a session, each item with its source: what people prefer and what is open (rooms and tags
 * of those names), the facts that hold now, the newest first, and what was filed last. What one section leaves of its
 * part of the budget goes to the next.
 */
export async function wakeUp(
  context: Context,
  { wing, budget_tokens: tokens }: { wing?: string | undefined; budget_tokens: number },
) {
  const found = {
    preferences: await drawersOf(context, wing, 'preferences'),
    open: await drawersOf(context, wing, 'open'),
    facts: await currentFacts(context),
    recent: await recentDrawers(context, wing),
  }
  let letters = tokens * lettersPerToken
  let truncated = false
  const seen = new Set<unknown>()
  const pack: Record<keyof typeof shares, Item[]> = { preferences: [], open: [], facts: [], recent: [] }
  for (const section of ['preferences', 'open', 'facts', 'recent'] as const) {
    let left = letters * shares[section]
    for (const item of found[section].filter(({ drawer_id: id }) => id === undefined || !seen.has(id))) {
      const size = JSON.stringify(item).length
      if (size > left) {
        truncated = true
        break
      }
      if (item['drawer_id'] !== undefined) seen.add(item['drawer_id'])
      pack[section].push(item)
      left -= size
      letters -= size
    }
  }
  return { ...pack, truncated }
}

async function currentFacts({ db, principal: { palaceId } }: Context): Promise<Item[]> {
  const facts = await queryFacts(db, { palaceId, asOf: new Date(), limit: 1000 })
  return facts
    .toSorted((a, b) => Number(b.created_at) - Number(a.created_at))
    .slice(0, most)
    .map((fact) => ({
      fact: `${fact.subject} ${fact.predicate} ${fact.object}`,
      ...(fact.valid_from !== null && { since: formatBound(fact.valid_from, fact.valid_from_precision) }),
      ...(fact.source_drawer_id !== null && { drawer: fact.source_drawer_id }),
    }))
}

/** The newest drawers in rooms of a name, and those with its tag. */
async function drawersOf(
  { db, principal: { palaceId } }: Context,
  wing: string | undefined,
  section: keyof typeof tags,
): Promise<Item[]> {
  const inWing = await findRoomIds(db, { palaceId, wing })
  const named = await findRoomIds(db, { palaceId, room: rooms[section] })
  const roomIds = (named ?? []).filter((id) => inWing === undefined || inWing.includes(id))
  const page = { palaceId, sort: 'newest' as const, limit: most }
  const found = [
    ...(roomIds.length === 0 ? [] : await listDrawers(db, { ...page, roomIds })),
    ...(await listDrawers(db, { ...page, roomIds: inWing, tag: tags[section] })),
  ]
  return [...new Map(found.map((row) => [row.id, row])).values()].map(toItem)
}

async function recentDrawers({ db, principal: { palaceId } }: Context, wing: string | undefined): Promise<Item[]> {
  const roomIds = await findRoomIds(db, { palaceId, wing })
  return (await listDrawers(db, { palaceId, roomIds, sort: 'newest', limit: most })).map(toItem)
}

const toItem = (row: DrawerSummaryRow): Item => ({
  text: row.preview,
  wing: row.wing,
  room: row.room,
  drawer_id: row.id,
  filed_at: row.createdAt.toISOString(),
})

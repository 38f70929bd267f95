import { PalaceError } from '@loci/contract'
import { type Change, record } from '@loci/revisions'
import { array, type Db, newId, rows, tables, violatedConstraint } from '@loci/store'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { isId, nameKey, toName } from './names.ts'
import { nearest } from './nearest.ts'
import { staleRevision } from './stale.ts'
import { nearTwin } from './twins.ts'

const { wings, liveWings, liveRooms, liveDrawers } = tables

export type WingRow = typeof wings.$inferSelect

const isWing = (palaceId: string, segment: string) =>
  and(
    eq(liveWings.palaceId, palaceId),
    isId(segment) ? eq(liveWings.id, segment) : eq(liveWings.name, segment.normalize('NFC')),
  )

/** The live wing that a name or id addresses. With `lock` it can neither go nor change until the transaction ends. */
export async function getWing(
  db: Db,
  input: { palaceId: string; wing: string; lock?: 'share' | 'update' },
): Promise<WingRow> {
  const row = await findWing(db, input)
  if (row) return row
  const near = await nearest(db, input.palaceId, 'wing', input.wing)
  throw new PalaceError('wing.not_found', `there is no wing ${JSON.stringify(input.wing)}`, {
    details: { wing: input.wing, nearest: near },
  })
}

async function findWing(
  db: Db,
  { palaceId, wing, lock }: { palaceId: string; wing: string; lock?: 'share' | 'update' },
): Promise<WingRow | undefined> {
  const query = db.select().from(liveWings).where(isWing(palaceId, wing))
  const [row] = lock === undefined ? await query : await query.for(lock)
  return row
}

export interface Created<Row> {
  row: Row
  created: boolean
  /** A live sibling whose name differs only in case or separators. */
  near?: string | undefined
}

/** Gets or makes a wing; two that race for one name get one row. It is held against deletion until the end. */
export async function createWing(
  tx: Db,
  change: Change,
  input: { name: string; description?: string | undefined; strict?: boolean },
): Promise<Created<WingRow>> {
  const name = toName('wing', input.name)
  const { palaceId } = change
  for (;;) {
    const found = await findWing(tx, { palaceId, wing: name, lock: 'share' })
    if (found) return { row: found, created: false }
    const near = await nearTwin(tx, { palaceId, kind: 'wing' }, name, input.strict ?? false)
    const [row] = await tx
      .insert(wings)
      .values({ palaceId, id: newId(), name, nameKey: nameKey(name), description: input.description ?? '' })
      .onConflictDoNothing({ target: [wings.palaceId, wings.name], where: sql`deleted_at is null` })
      .returning()
    if (!row) continue
    const after = { name, description: row.description }
    await record(tx, change, [{ entity: 'wing', entityId: row.id, number: 1, kind: 'create', after }])
    return { row, created: true, near }
  }
}

/** The wing that an address's parent segment means: made on the way when it is a name, never when it is an id. */
export async function ensureWing(tx: Db, change: Change, segment: string): Promise<WingRow> {
  if (isId(segment)) return getWing(tx, { palaceId: change.palaceId, wing: segment, lock: 'share' })
  return (await createWing(tx, change, { name: segment })).row
}

export interface WingCounts {
  rooms: number
  drawers: number
}

/** What live rooms and drawers each of the wings holds, counted now. */
export async function countWings(db: Db, palaceId: string, wingIds: string[]): Promise<Map<string, WingCounts>> {
  const counted = await rows<{ id: string } & WingCounts>(
    db,
    sql`select r.wing_id as id, count(*)::int as rooms, coalesce(sum(d.drawers), 0)::int as drawers
      from ${liveRooms} r
      left join lateral (
        select count(*) as drawers from ${liveDrawers} d where d.palace_id = r.palace_id and d.room_id = r.id
      ) d on true
      where r.palace_id = ${palaceId} and r.wing_id = any(${array(wingIds, 'uuid')})
      group by r.wing_id`,
  )
  return new Map(counted.map(({ id, ...counts }) => [id, counts]))
}

/** Live wings by name. `after` is the last name of the page before. */
export function listWings(
  db: Db,
  input: { palaceId: string; prefix?: string | undefined; after?: string | undefined; limit: number },
): Promise<WingRow[]> {
  return db
    .select()
    .from(liveWings)
    .where(
      and(
        eq(liveWings.palaceId, input.palaceId),
        input.prefix === undefined ? undefined : sql`starts_with(${liveWings.name}, ${input.prefix.normalize('NFC')})`,
        input.after === undefined ? undefined : gt(liveWings.name, input.after),
      ),
    )
    .orderBy(asc(liveWings.name))
    .limit(input.limit)
}

/** Renames or describes a wing; a revision when something really changed. */
export async function updateWing(
  tx: Db,
  change: Change,
  input: {
    wing: string
    name?: string | undefined
    description?: string | undefined
    expectedRevision?: number | undefined
  },
): Promise<WingRow> {
  const current = await getWing(tx, { palaceId: change.palaceId, wing: input.wing, lock: 'update' })
  staleRevision('wing', current, input.expectedRevision)
  const name = input.name === undefined ? current.name : toName('wing', input.name)
  const description = input.description ?? current.description
  if (name === current.name && description === current.description) return current
  const [row] = await tx
    .update(wings)
    .set({ name, nameKey: nameKey(name), description, revision: current.revision + 1, updatedAt: sql`now()` })
    .where(and(eq(wings.palaceId, change.palaceId), eq(wings.id, current.id)))
    .returning()
    .catch((error: unknown) => {
      if (violatedConstraint(error) !== 'wings_live_name') throw error
      throw new PalaceError('wing.name_taken', `another wing is named ${JSON.stringify(name)}`, { cause: error })
    })
  if (!row) throw new Error('a locked wing went away')
  await record(tx, change, [
    {
      entity: 'wing',
      entityId: row.id,
      number: row.revision,
      kind: 'meta',
      before: { name: current.name, description: current.description },
      after: { name, description },
    },
  ])
  return row
}

import { PalaceError } from '@loci/contract'
import { type Db, rows, tables } from '@loci/store'
import { sql } from 'drizzle-orm'
import { nameKey } from './names.ts'

interface Siblings {
  palaceId: string
  kind: 'wing' | 'room'
  /** The wing, for rooms. */
  parent?: string
}

/**
 * A live sibling whose name differs from `name` only in case or separators.
 * With `strict` it is `palace.name_near`, also for two that are created at the same time.
 */
export async function nearTwin(tx: Db, siblings: Siblings, name: string, strict: boolean): Promise<string | undefined> {
  const { palaceId, kind, parent } = siblings
  const key = nameKey(name)
  const lock = `loci:name:${kind}:${palaceId}:${parent ?? ''}:${key}`
  if (strict) await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`)
  const among =
    kind === 'wing' ? sql`${tables.liveWings} where true` : sql`${tables.liveRooms} where wing_id = ${parent ?? null}`
  const [twin] = await rows<{ name: string }>(
    tx,
    sql`select name from ${among} and palace_id = ${palaceId} and name_key = ${key} and name <> ${name} order by name limit 1`,
  )
  if (twin && strict)
    throw new PalaceError('palace.name_near', `the ${kind} ${JSON.stringify(twin.name)} has nearly this name`, {
      details: { near: twin.name },
    })
  return twin?.name
}

import { PalaceError } from '@loci/contract'
import { array, contentColumns, type Db, rows } from '@loci/store'
import { sql } from 'drizzle-orm'

/**
 * Looks into every column that may hold content for rows of these things that still hold some; an error when there are
 * any, which takes the purge back. How many columns it looked into.
 */
export async function leftOvers(tx: Db, palaceId: string, ids: string[]): Promise<number> {
  const tied = contentColumns.filter(({ of }) => of !== null)
  const counts = tied.map(
    ({ table, column, of }) => sql`select ${`${table}.${column}`} as place, count(*)::int as found
      from loci.${sql.identifier(table)}
      where palace_id = ${palaceId} and ${sql.identifier(of ?? 'id')} = any(${array(ids, 'uuid')})
        and ${sql.identifier(column)} is not null`,
  )
  const found = await rows<{ place: string; found: number }>(tx, sql.join(counts, sql` union all `))
  const left = found.filter((place) => place.found > 0)
  if (left.length === 0) return found.length
  throw new PalaceError('internal', 'a purge left something behind and was taken back', {
    details: { places: left.map(({ place }) => place) },
  })
}

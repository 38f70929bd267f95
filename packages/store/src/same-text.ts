import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { array } from './store.ts'

/** The longest beginning of a text that fits an index entry whatever its letters are: what long texts are indexed by. */
export const beginning = (value: SQLWrapper): SQL => sql`"left"(${value}, 600)`

/** Whether a drawer's name or document is `value`, in the form that their indexes answer. */
export const isSameText = (column: SQLWrapper, value: SQLWrapper | string): SQL =>
  sql`(${beginning(column)} = ${beginning(sql`${value}`)} and ${column} = ${value})`

/** Whether it is one of several, in the same form: one look into the index, however many there are. */
export function isOneOfTexts(column: SQLWrapper, values: readonly string[]): SQL {
  const given = array(values, 'text')
  const beginnings = sql`array(select ${beginning(sql`given.value`)} from unnest(${given}) given (value))`
  return sql`(${beginning(column)} = any(${beginnings}) and ${column} = any(${given}))`
}

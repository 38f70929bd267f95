import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'

/** The longest beginning of a text that fits an index entry whatever its letters are: what long texts are indexed by. */
export const beginning = (value: SQLWrapper): SQL => sql`"left"(${value}, 600)`

/** Whether a drawer's name or document is `value`, in the form that their indexes answer. */
export const isSameText = (column: SQLWrapper, value: SQLWrapper | string): SQL =>
  sql`(${beginning(column)} = ${beginning(sql`${value}`)} and ${column} = ${value})`

import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'

/** What a document may be divided into. */
export type PartLabel = 'page' | 'slide' | 'sheet' | 'chapter'

// for JavaScript and for Postgres
const pointer = '#(page|slide|sheet|chapter)=[^#/]+$'
const endsInPointer = new RegExp(pointer)

/** Where a part of a document is: the place of its file, and behind it `#page=3` or `#sheet=Costs`. */
export function pointAt(file: string, label: PartLabel, value: string): string {
  return `${file}#${label}=${value.replaceAll(/[%#/]/g, encodeURIComponent)}`
}

/** The file of what `pointAt` gave; anything else is given back as it is. */
export const fileOf = (source: string): string => source.replace(endsInPointer, '')

/** The condition that a source is this one, or a part of the document in this file. */
export const isFrom = (column: SQLWrapper, kind: SQLWrapper, source: string): SQL =>
  sql`(${column} = ${source} or (${kind} = 'document' and starts_with(${column}, ${`${source}#`})
    and regexp_replace(${column}, ${pointer}, '') = ${source}))`

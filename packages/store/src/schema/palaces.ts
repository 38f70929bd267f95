import { pgSchema, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const loci = pgSchema('loci')

/** When something happened: an instant with its zone, to the millisecond that JavaScript keeps. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** The tenant. Its id leads every other primary and unique key. */
export const palaces = loci.table('palaces', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull().unique(),
  createdAt: instant('created_at').notNull().defaultNow(),
})

export const palaceId = () =>
  uuid('palace_id')
    .notNull()
    .references(() => palaces.id)

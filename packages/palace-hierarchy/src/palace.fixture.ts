import { type Store, tables } from '@loci/store'
import { asc, eq } from 'drizzle-orm'

let minted = 0

/** A name that no other test of the file has, as they share a palace. */
export const unique = (name: string): string => `${name} ${++minted}`

/** The history of a wing, room or drawer, in order. */
export function revisionsOf({ db }: Store, id: string) {
  const { revisions } = tables
  return db.select().from(revisions).where(eq(revisions.entityId, id)).orderBy(asc(revisions.number))
}

/** What a change set did. */
export function revisionsIn({ db }: Store, changeSet: string | null) {
  const { revisions } = tables
  return db
    .select()
    .from(revisions)
    .where(eq(revisions.changeSetId, changeSet ?? ''))
}

/** How often a race is run: on one session there are few ways in which it can go. */
export const rounds = ({ kind }: Store): number => (kind === 'embedded' ? 3 : 12)

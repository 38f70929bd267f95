import { type Db, newId, tables } from '@loci/store'
import { sql } from 'drizzle-orm'

/** An operation's whole effect while it is being made: what domain functions write their revisions under. */
export interface Change {
  readonly palaceId: string
  /** The id of the change set, known before its row is written. */
  readonly id: string
  /** How many revisions were written under it. */
  revisions: number
  /** What kinds of revision, such as `drawer.text`. */
  readonly kinds: Set<string>
  /** One line that says what happened; the operation's name when nobody says better. */
  summary: string | undefined
  /** The change sets that it reverses. */
  undoes: string[]
  /** Whether all of it is taken back as soon as the answer is known. */
  dryRun: boolean
}

/** Who made a change and through what. */
export interface ChangeOrigin {
  actor: string
  channel: string
  session: string | undefined
  operation: string
}

export function beginChange(palaceId: string): Change {
  return { palaceId, id: newId(), revisions: 0, kinds: new Set(), summary: undefined, undoes: [], dryRun: false }
}

/**
 * Writes the change set, unless nothing was changed. Its id, or null. Called last in the transaction, so that its time
 * comes after that of every change set whose rows it waited for.
 */
export async function finishChange(tx: Db, change: Change, origin: ChangeOrigin): Promise<string | null> {
  if (change.revisions === 0) return null
  const { palaceId, id, summary = origin.operation, undoes } = change
  await tx.insert(tables.changeSets).values({
    palaceId,
    id,
    at: sql`date_trunc('milliseconds', clock_timestamp())`,
    ...origin,
    session: origin.session ?? null,
    summary,
    undoes: undoes.length > 0 ? undoes : null,
  })
  return id
}

import { PalaceError } from '@loci/contract'
import type { Kind } from './names.ts'

/** Refuses a change made on an older revision than the one there is. */
export function staleRevision(kind: Kind, row: { id: string; revision: number }, expected: number | undefined): void {
  if (expected === undefined || expected === row.revision) return
  throw new PalaceError('revision.stale', `the ${kind} is at revision ${row.revision}, not ${expected}`, {
    details: { id: row.id, revision: row.revision, expected_revision: expected },
  })
}

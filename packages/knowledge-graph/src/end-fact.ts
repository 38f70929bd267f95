import { PalaceError } from '@loci/contract'
import { changeThings, lockThings } from '@loci/palace-hierarchy'
import type { Change } from '@loci/revisions'
import type { Db } from '@loci/store'
import { type FactRow, sayFact, sayTime } from './fact-rows.ts'
import type { Bound } from './valid-time.ts'

/** Lets a fact hold no more from an instant on; `input.invalid` when it would end before it began. */
export async function endFact(tx: Db, change: Change, fact: FactRow, ended: Bound): Promise<FactRow> {
  if (fact.valid_from !== null && ended.at <= fact.valid_from)
    throw new PalaceError(
      'input.invalid',
      `${sayFact(fact)} holds ${sayTime(fact)}: it cannot end at ${ended.at.toISOString()}`,
      {
        help: 'Give a later end, or delete the fact when it never was true.',
        details: { valid_from: fact.valid_from.toISOString(), ended: ended.at.toISOString() },
      },
    )
  const states = await lockThings(tx, change.palaceId, 'fact', [fact.id])
  const fields = { valid_to: ended.at.toISOString(), valid_to_precision: ended.precision }
  await changeThings(tx, change, 'fact', [{ id: fact.id, fields }], new Map(states.map((state) => [state.id, state])))
  return { ...fact, valid_to: ended.at, valid_to_precision: ended.precision, revision: fact.revision + 1 }
}

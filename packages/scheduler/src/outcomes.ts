import { type Db, rows, tables } from '@loci/store'
import { sql } from 'drizzle-orm'
import type { JobAddress } from './job-row.ts'
import { reported } from './json.ts'

const { jobOutcomes } = tables

// a resume point that held them all would be written anew with every item

/**
 * Notes what became of an item, in the transaction that does the item and moves the resume point past it. It is kept
 * until the job completes, whose result has it then.
 */
export async function addOutcome(
  tx: Db,
  { palaceId, id }: JobAddress,
  item: number,
  outcome: Record<string, unknown>,
): Promise<void> {
  await tx.execute(sql`
    insert into ${jobOutcomes} (palace_id, job_id, item, outcome)
    values (${palaceId}, ${id}, ${item}, ${reported(outcome)})`)
}

/** What became of the items so far, in their order. */
export function listOutcomes<Outcome extends object>(
  db: Db,
  { palaceId, id }: JobAddress,
): Promise<{ item: number; outcome: Outcome }[]> {
  return rows(
    db,
    sql`select item, outcome from ${jobOutcomes} where palace_id = ${palaceId} and job_id = ${id} order by item`,
  )
}

import { PalaceError } from '@loci/contract'
import { trashThings } from '@loci/palace-hierarchy'
import type { Change } from '@loci/revisions'
import type { Db } from '@loci/store'
import { sql } from 'drizzle-orm'
import { endFact } from './end-fact.ts'
import { findEntity, getEntity, holdEnds } from './entities.ts'
import { type FactRow, sayFact, sayTime } from './fact-rows.ts'
import { addFact, factOf, factsAbout } from './facts.ts'
import { entityKey, toPredicate } from './names.ts'
import { type Bound, parseBound } from './valid-time.ts'

interface Triple {
  subject: string
  predicate: string
  object: string
}

/** Says that what is open is true no more. `fact.not_found` lists what is open of that subject and predicate. */
export async function invalidateFact(
  tx: Db,
  change: Change,
  input: Triple & { ended?: string | undefined },
): Promise<{ facts: FactRow[]; ended: Bound }> {
  const ended = boundOr('ended', input.ended)
  const { palaceId } = change
  const subject = await getEntity(tx, { palaceId, entity: input.subject })
  const known = await factsAbout(tx, palaceId, subject.id, toPredicate(input.predicate))
  const open = known.filter((fact) => fact.valid_to === null || fact.valid_to > ended.at)
  const object = await findEntity(tx, palaceId, input.object)
  const meant = open.filter((fact) => fact.object_id === object?.id)
  if (meant.length === 0) throw notOpen(input, open)
  const facts: FactRow[] = []
  for (const fact of meant) facts.push(await endFact(tx, change, fact, ended))
  return { facts, ended }
}

function notOpen({ subject, predicate, object }: Triple, open: FactRow[]): PalaceError {
  const told = open.slice(0, 10).map((fact) => `${sayFact(fact)} ${sayTime(fact)}`)
  const rest = told.length === 0 ? 'nothing of that kind is open' : `open are: ${told.join('; ')}`
  return new PalaceError('fact.not_found', `${subject} → ${predicate} → ${object} is not open; ${rest}`, {
    details: { open: open.slice(0, 10).map((fact) => ({ id: fact.id, object: fact.object })) },
  })
}

/**
 * Replaces a value at one boundary: at that instant only the new one is true. Repeated, it changes nothing. Where the
 * old value was not open the new one is added, and `superseded` is null.
 */
export async function supersedeFact(
  tx: Db,
  change: Change,
  input: Omit<Triple, 'object'> & { oldObject: string; newObject: string; at?: string | undefined; addedBy: string },
): Promise<{ row: FactRow; superseded: FactRow | null }> {
  const boundary = boundOr('at', input.at)
  const { subject, predicate } = input
  if (entityKey(input.oldObject) === entityKey(input.newObject))
    throw new PalaceError('input.invalid', 'new_object: is the same as old_object')
  const ends = await holdEnds(tx, change, { subject, object: input.newObject })
  const known = await factsAbout(tx, change.palaceId, ends.subject.id, toPredicate(predicate))
  const oldObject = await findEntity(tx, change.palaceId, input.oldObject)
  const old = known.find(
    (fact) => fact.object_id === oldObject?.id && (fact.valid_to === null || fact.valid_to > boundary.at),
  )
  const superseded = old === undefined ? null : await endFact(tx, change, old, boundary)
  const open = known.find((fact) => fact.object_id === ends.object.id && fact.valid_to === null)
  if (open && superseded === null) return { row: open, superseded }
  const added = await addFact(tx, change, {
    subject,
    predicate,
    object: input.newObject,
    // to the millisecond, so that both meet in one instant
    validFrom: boundary.precision === 'instant' ? boundary.at.toISOString() : input.at,
    addedBy: input.addedBy,
  })
  return { row: added.row, superseded: superseded ?? added.superseded[0] ?? null }
}

/** Moves a fact that never was true to the trash. */
export async function deleteFact(tx: Db, change: Change, id: string): Promise<FactRow> {
  const fact = await factOf(tx, change.palaceId, id)
  if ((await trashThings(tx, change, 'fact', sql`id = ${id}`)) === 0)
    throw new PalaceError('fact.not_found', `there is no fact ${id}`, { details: { id } })
  return fact
}

const boundOr = (field: string, given: string | undefined): Bound =>
  given === undefined ? { at: new Date(), precision: 'instant' } : parseBound(field, given)

import { PalaceError } from '@loci/contract'
import { createThings } from '@loci/palace-hierarchy'
import type { Change } from '@loci/revisions'
import { type Db, newId } from '@loci/store'
import { sql } from 'drizzle-orm'
import { holdEnds } from './entities.ts'
import { endFact } from './end-fact.ts'
import { factColumns, factRows, type FactRow, placedFacts, sayFact, sayTime } from './fact-rows.ts'
import { isSingleValued, toPredicate } from './names.ts'
import { type Bound, parseBound } from './valid-time.ts'

export interface NewFact {
  subject: string
  predicate: string
  object: string
  validFrom?: string | undefined
  validTo?: string | undefined
  /** Whether the subject has one object at a time; known of some predicates, and of what was added before. */
  singleValued?: boolean | undefined
  confidence?: number | undefined
  source?: string | undefined
  sourceDrawerId?: string | undefined
  addedBy: string
}

export interface AddedFact {
  row: FactRow
  /** False when it was known already. */
  created: boolean
  /** What ended because of it. */
  superseded: FactRow[]
}

/**
 * Adds a fact, with its entities on the way. One that is known for all of that time comes back with `created: false`.
 * Of a single-valued predicate it ends the value that was open before it, and ends itself where the next one begins;
 * whatever else would hold at the same time is `fact.overlaps`.
 */
export async function addFact(tx: Db, change: Change, input: NewFact): Promise<AddedFact> {
  const predicate = toPredicate(input.predicate)
  const given = {
    from: input.validFrom === undefined ? null : parseBound('valid_from', input.validFrom),
    to: input.validTo === undefined ? null : parseBound('valid_to', input.validTo),
  }
  refuseReversed(given)
  const ends = await holdEnds(tx, change, input)
  const known = await factsAbout(tx, change.palaceId, ends.subject.id, predicate)
  const single = input.singleValued ?? (isSingleValued(predicate) || known.some((fact) => fact.single_valued))
  const rivals = single ? known.filter((fact) => fact.object_id !== ends.object.id) : []
  const same = known.filter((fact) => fact.object_id === ends.object.id)

  const span = settle(given, same, rivals)
  const covering = same.find((fact) => covers(fact, span))
  if (covering) return { row: covering, created: false, superseded: [] }
  const ending = rivals.filter((fact) => fact.valid_to === null && startsBefore(fact, span) && overlaps(fact, span))
  const inTheWay = [...same, ...rivals].filter((fact) => !ending.includes(fact) && overlaps(fact, span))
  if (inTheWay.length > 0) throw overlapping(inTheWay)
  const superseded: FactRow[] = []
  for (const fact of ending) superseded.push(await endFact(tx, change, fact, span.from ?? now()))

  const id = newId()
  const fields = {
    subject_id: ends.subject.id,
    predicate,
    object_id: ends.object.id,
    ...boundFields(span),
    single_valued: single,
    confidence: input.confidence ?? 1,
    source: input.source ?? null,
    source_drawer_id: input.sourceDrawerId ?? null,
    added_by: input.addedBy,
  }
  await createThings(tx, change, 'fact', [{ id, fields }])
  return { row: await factOf(tx, change.palaceId, id), created: true, superseded }
}

interface Span {
  from: Bound | null
  to: Bound | null
}

const now = (): Bound => ({ at: new Date(), precision: 'instant' })

const boundFields = ({ from, to }: Span) => ({
  valid_from: from?.at.toISOString() ?? null,
  valid_from_precision: from?.precision ?? null,
  valid_to: to?.at.toISOString() ?? null,
  valid_to_precision: to?.precision ?? null,
})

/** The time that is meant: what follows on another fact begins now when nobody said when, and ends where the next begins. */
function settle(given: Span, same: FactRow[], rivals: FactRow[]): Span {
  const follows = rivals.some((fact) => fact.valid_to === null) || same.some((fact) => fact.valid_to !== null)
  const isKnown = same.some((fact) => covers(fact, given))
  const isNew =
    given.from === null && given.to === null && follows && !isKnown && !same.some((fact) => fact.valid_to === null)
  const from = isNew ? now() : given.from
  if (given.to !== null || from === null) return { from, to: given.to }
  const [next] = rivals
    .filter((fact) => fact.valid_from !== null && fact.valid_from > from.at)
    .toSorted((a, b) => Number(a.valid_from) - Number(b.valid_from))
  const to = next?.valid_from
  return {
    from,
    to: to ? { at: to, precision: (next?.valid_from_precision ?? 'instant') as Bound['precision'] } : null,
  }
}

const begin = (at: Date | null | undefined) => (at ? at.getTime() : -Infinity)
const end = (at: Date | null | undefined) => (at ? at.getTime() : Infinity)

const overlaps = (fact: FactRow, { from, to }: Span): boolean =>
  begin(fact.valid_from) < end(to?.at) && begin(from?.at) < end(fact.valid_to)

/** Whether a known fact says the same; who gives no start means one that is open. */
const covers = (fact: FactRow, { from, to }: Span): boolean => {
  const ends = to === null ? fact.valid_to === null : fact.valid_to?.getTime() === to.at.getTime()
  return ends && (begin(fact.valid_from) <= begin(from?.at) || (from === null && to === null))
}

const startsBefore = (fact: FactRow, { from }: Span): boolean => begin(fact.valid_from) < begin(from?.at)

function refuseReversed({ from, to }: Span): void {
  if (from === null || to === null || from.at < to.at) return
  const [start, stop] = [from.at.toISOString(), to.at.toISOString()]
  throw new PalaceError('input.invalid', `valid_to: ${stop} is not after valid_from ${start}`, {
    help: 'A fact ends after it began; it is not true any more at valid_to.',
    details: { field: 'valid_to', valid_from: start, valid_to: stop },
  })
}

function overlapping(facts: FactRow[]): PalaceError {
  const told = facts.slice(0, 5).map((fact) => `${sayFact(fact)} ${sayTime(fact)}`)
  return new PalaceError('fact.overlaps', `the palace knows otherwise for that time: ${told.join('; ')}`, {
    details: { facts: facts.slice(0, 5).map(({ id }) => id) },
  })
}

/** The live facts of a subject and a predicate, earliest first. */
export function factsAbout(tx: Db, palaceId: string, subjectId: string, predicate: string): Promise<FactRow[]> {
  return factRows(
    tx,
    sql`select ${factColumns} from ${placedFacts(palaceId)}
      where f.palace_id = ${palaceId} and f.subject_id = ${subjectId} and f.predicate = ${predicate}
      order by f.valid_from nulls first, f.id`,
  )
}

/** A live fact by its id, or `fact.not_found`. */
export async function factOf(db: Db, palaceId: string, id: string): Promise<FactRow> {
  const [row] = await factRows(
    db,
    sql`select ${factColumns} from ${placedFacts(palaceId)} where f.palace_id = ${palaceId} and f.id = ${id}`,
  )
  if (row) return row
  throw new PalaceError('fact.not_found', `there is no fact ${id}`, { details: { id } })
}

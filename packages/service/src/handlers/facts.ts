import type { Fact } from '@loci/contract'
import {
  addFact,
  countFacts,
  countGraph,
  deleteFact,
  factOf,
  type FactRow,
  formatBound,
  getEntity,
  invalidateFact,
  momentOf,
  queryFacts,
  sayFact,
  standingOf,
  supersedeFact,
} from '@loci/knowledge-graph'
import { getDrawer } from '@loci/palace-hierarchy'
import { listRevisions } from '@loci/revisions'
import { decodeCursor, encodeCursor } from '@loci/store'
import { changeSetOf, type Handlers, type Named } from '../context.ts'
import { toRevision } from '../present-history.ts'
import { toDate } from '../present.ts'

const mostQueried = 1000

/** A fact as it is shown, with how it stands now. */
function toFact(row: FactRow, now: Date): Fact {
  const standing = standingOf(row, now)
  return {
    id: row.id,
    subject: row.subject,
    predicate: row.predicate,
    object: row.object,
    valid_from: formatBound(row.valid_from, row.valid_from_precision),
    valid_to: formatBound(row.valid_to, row.valid_to_precision),
    current: standing === 'current',
    standing,
    single_valued: row.single_valued,
    confidence: row.confidence,
    source: row.source,
    source_drawer_id: row.source_drawer_id,
    added_by: row.added_by,
    revision: row.revision,
  }
}

export const facts: Handlers<Named<'fact'>> = {
  'fact.add': async (context, input) => {
    const { db, change, principal } = context
    if (input.source_drawer_id !== undefined)
      await getDrawer(db, { palaceId: principal.palaceId, id: input.source_drawer_id })
    const { row, created, superseded } = await addFact(db, change, {
      subject: input.subject,
      predicate: input.predicate,
      object: input.object,
      validFrom: input.valid_from,
      validTo: input.valid_to,
      singleValued: input.single_valued,
      confidence: input.confidence,
      source: input.source_closet,
      sourceDrawerId: input.source_drawer_id,
      addedBy: principal.actor,
    })
    change.summary = `add fact ${sayFact(row)}`
    return {
      success: true,
      triple_id: row.id,
      fact: sayFact(row),
      created,
      superseded: superseded.map(sayFact),
      change_set: changeSetOf(context),
    }
  },
  'fact.query': async ({ db, principal: { palaceId } }, { entity: name, as_of, direction, known_at }) => {
    const entity = await getEntity(db, { palaceId, entity: name })
    const found = await queryFacts(db, {
      palaceId,
      entityId: entity.id,
      direction,
      asOf: as_of === undefined ? undefined : momentOf('as_of', as_of),
      knownAt: toDate(known_at),
      limit: mostQueried,
    })
    const now = new Date()
    const shown = found.map((row) => ({
      direction: row.subject_id === entity.id ? 'outgoing' : 'incoming',
      ...toFact(row, now),
    }))
    return { entity: entity.name, as_of: as_of ?? null, facts: shown, count: shown.length }
  },
  'fact.invalidate': async (context, input) => {
    const { db, change } = context
    const { facts: ending, ended } = await invalidateFact(db, change, input)
    const told = ending.map(sayFact).join('; ')
    change.summary = `invalidate fact ${told}`
    return {
      success: true,
      fact: told,
      ended: formatBound(ended.at, ended.precision) ?? '',
      changed: ending.length,
      change_set: changeSetOf(context),
    }
  },
  'fact.supersede': async (context, { old_object, new_object, ...input }) => {
    const { db, change, principal } = context
    const { row, superseded } = await supersedeFact(db, change, {
      ...input,
      oldObject: old_object,
      newObject: new_object,
      addedBy: principal.actor,
    })
    change.summary = `supersede ${old_object} by ${sayFact(row)}`
    return {
      success: true,
      triple_id: row.id,
      fact: sayFact(row),
      superseded: superseded !== null,
      change_set: changeSetOf(context),
    }
  },
  'fact.timeline': async ({ db, principal: { palaceId } }, { entity: name, limit, cursor }) => {
    const entity = name === undefined ? undefined : await getEntity(db, { palaceId, entity: name })
    const filter = { palaceId, entityId: entity?.id }
    const listing = JSON.stringify(['timeline', entity?.id ?? null])
    const position = decodeCursor(listing, cursor, ['from', 'id'])
    const after = position && { from: position.from ?? '', id: position.id ?? '' }
    const found = await queryFacts(db, { ...filter, after, limit: limit + 1 })
    const page = found.slice(0, limit)
    const last = found.length > limit ? page.at(-1) : undefined
    const now = new Date()
    return {
      entity: entity?.name ?? null,
      timeline: page.map((row) => toFact(row, now)),
      count: page.length,
      total: await countFacts(db, filter),
      next_cursor: last
        ? encodeCursor(listing, { from: last.valid_from?.toISOString() ?? 'infinity', id: last.id })
        : null,
    }
  },
  'fact.stats': async ({ db, principal: { palaceId } }) => countGraph(db, palaceId),
  'fact.show': async ({ db, principal: { palaceId } }, { id }) => {
    const row = await factOf(db, palaceId, id)
    const history = await listRevisions(db, { palaceId, id, limit: 200 })
    return { ...toFact(row, new Date()), history: history.map(toRevision) }
  },
  'fact.delete': async ({ db, change }, { id }) => {
    const row = await deleteFact(db, change, id)
    change.summary = `delete fact ${sayFact(row)}`
    return { fact: sayFact(row), facts: 1, change_set: change.id }
  },
}

import {
  deleteEntity,
  entityKey,
  type EntityRow,
  getEntity,
  listEntities,
  mergeEntities,
  updateEntity,
} from '@loci/knowledge-graph'
import { decodeCursor, encodeCursor } from '@loci/store'
import { changeSetOf, type Handlers, type Named } from '../context.ts'

const toEntity = (row: EntityRow) => ({
  ...row,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})

export const entities: Handlers<Named<'entity'>> = {
  'entity.list': async ({ db, principal: { palaceId } }, { limit, cursor, ...filter }) => {
    const listing = JSON.stringify(['entities', filter])
    const after = decodeCursor(listing, cursor, ['key'])?.key ?? undefined
    const found = await listEntities(db, { palaceId, ...filter, after, limit: limit + 1 })
    const page = found.slice(0, limit)
    const last = found.length > limit ? page.at(-1) : undefined
    return {
      items: page.map(toEntity),
      next_cursor: last ? encodeCursor(listing, { key: entityKey(last.name) }) : null,
    }
  },
  'entity.show': async ({ db, principal: { palaceId } }, { entity }) =>
    toEntity(await getEntity(db, { palaceId, entity })),
  'entity.update': async (context, { entity, ...changes }) => {
    const { db, change, principal } = context
    const { id, name } = await getEntity(db, { palaceId: principal.palaceId, entity })
    const fields = await updateEntity(db, change, { id, ...changes })
    change.summary = `edit ${fields.join(', ')} of ${name}`
    const row = await getEntity(db, { palaceId: principal.palaceId, entity: id })
    return { ...toEntity(row), updated_fields: fields, change_set: changeSetOf(context) }
  },
  'entity.merge': async (context, { entity, into }) => {
    const { db, change } = context
    const { row, ...counts } = await mergeEntities(db, change, { entity, into })
    change.summary = `merge ${entity} into ${row.name}`
    return { ...toEntity(row), ...counts, change_set: changeSetOf(context) }
  },
  'entity.delete': async ({ db, change }, { entity }) => {
    const { row, ...counts } = await deleteEntity(db, change, entity)
    change.summary = `delete ${row.name} with ${counts.facts} facts`
    return { ...counts, change_set: change.id }
  },
}

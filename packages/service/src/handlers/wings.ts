import {
  countWings,
  createWing,
  deleteWing,
  getWing,
  listWings,
  mergeWing,
  updateWing,
  type WingRow,
} from '@loci/palace-hierarchy'
import { decodeCursor, encodeCursor } from '@loci/store'
import { changeSetOf, type Context, type Handlers, type Named } from '../context.ts'
import { pastWing, pastWings } from '../past.ts'
import { toWing } from '../present.ts'
import { describeTrashed } from '../summaries.ts'

export const wings: Handlers<Named<'wing'>> = {
  'wing.create': async (context, input) => {
    const { row, created, near } = await createWing(context.db, context.change, input)
    context.change.summary = `create wing ${row.name}`
    return {
      ...(await counted(context, row)),
      created,
      ...(near !== undefined && { near }),
      change_set: changeSetOf(context),
    }
  },
  'wing.list': async (context, { as_of, prefix, limit, cursor }) => {
    if (as_of !== undefined) return pastWings(context, { as_of, prefix, limit, cursor })
    const { db, principal } = context
    const { palaceId } = principal
    const listing = JSON.stringify(['wings', prefix])
    const after = decodeCursor(listing, cursor, ['name'])?.name ?? undefined
    const found = await listWings(db, { palaceId, prefix, after, limit: limit + 1 })
    const page = found.slice(0, limit)
    const counts = await countWings(
      db,
      palaceId,
      page.map((row) => row.id),
    )
    const last = found.length > limit ? page.at(-1) : undefined
    return {
      items: page.map((row) => toWing(row, counts.get(row.id))),
      next_cursor: last ? encodeCursor(listing, { name: last.name }) : null,
    }
  },
  'wing.show': async (context, { wing, as_of }) =>
    as_of !== undefined
      ? pastWing(context, { as_of, wing })
      : counted(context, await getWing(context.db, { palaceId: context.principal.palaceId, wing })),
  'wing.update': async (context, { expected_revision, ...input }) => {
    const row = await updateWing(context.db, context.change, { ...input, expectedRevision: expected_revision })
    context.change.summary = `edit wing ${row.name}`
    return { ...(await counted(context, row)), change_set: changeSetOf(context) }
  },
  'wing.merge': async (context, input) => {
    const row = await mergeWing(context.db, context.change, input)
    context.change.summary = `merge wing ${input.wing} into ${row.name}`
    return { ...(await counted(context, row)), change_set: changeSetOf(context) }
  },
  'wing.delete': async ({ db, change }, { wing, expected_revision }) => {
    const counts = await deleteWing(db, change, { wing, expectedRevision: expected_revision })
    change.summary = `delete wing ${wing} (${describeTrashed(counts)})`
    return { ...counts, change_set: change.id }
  },
}

async function counted({ db, principal }: Context, row: WingRow) {
  const counts = await countWings(db, principal.palaceId, [row.id])
  return toWing(row, counts.get(row.id))
}

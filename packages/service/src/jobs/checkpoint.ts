import {
  type CheckpointResult,
  isPalaceError,
  itemTags,
  type JobPayload,
  PalaceError,
  parseInput,
} from '@loci/contract'
import { checkContent, createDrawer, writeDiary } from '@loci/palace-hierarchy'
import { addOutcome, type JobAddress, listOutcomes } from '@loci/scheduler'
import { findDuplicates } from '@loci/search'
import { databaseCode, type Db } from '@loci/store'
import type { WriteContext } from '../context.ts'
import { toDrawerSource } from '../present.ts'
import type { JobDefinition } from './definition.ts'
import { errorCodes } from '@loci/contract'

type Item = JobPayload<'checkpoint'>['items'][number]
type Refusal = Pick<CheckpointResult['errors'][number], 'code' | 'message'>

/** What became of one item. */
type Outcome =
  | { added: Omit<CheckpointResult['added'][number], 'index'> }
  | { duplicates: CheckpointResult['duplicates'][number]['matches'] }
  | { error: Refusal }

interface ResumePoint {
  next_index: number
  /** What became of the diary entry, once the items are done. */
  diary?: { written: NonNullable<CheckpointResult['diary']> } | { error: Refusal }
}

/** Files the items of a session one by one, each in a transaction that also moves the resume point, then the diary. */
export const checkpoint: JobDefinition<'checkpoint'> = {
  async admit(_context, payload) {
    return payload
  },
  async run({ job, payload, resumePoint, checkpoint: moveOn, shouldStop, stopHere }, { store, write }) {
    const { items, dedup_threshold: threshold } = payload
    // what this handler stored as its resume point
    let at = (resumePoint as ResumePoint | null) ?? { next_index: 0 }
    const advance = async (tx: WriteContext['db'], next: ResumePoint) => {
      await moveOn(tx, { ...next }, { current: next.next_index, total: items.length, message: '' })
      return next
    }

    for (const [index, item] of items.entries()) {
      if (index < at.next_index) continue
      if (shouldStop() !== undefined) stopHere()
      const note = async (tx: WriteContext['db'], outcome: Outcome) => {
        await addOutcome(tx, job, index, outcome)
        return advance(tx, { next_index: index + 1 })
      }
      at = await write(async (context) => note(context.db, await fileItem(context, item, threshold))).catch((error) => {
        const refused = refusalOf(error)
        return write(({ db }) => note(db, { error: refused }))
      })
    }

    if (payload.diary !== undefined && at.diary === undefined) {
      const entry = payload.diary
      at = await write(async (context) => {
        const written = await fileEntry(context, entry)
        return advance(context.db, { ...at, diary: { written } })
      }).catch((error) => {
        const refused = refusalOf(error)
        return write(({ db }) => advance(db, { ...at, diary: { error: refused } }))
      })
    }
    return store.read((db) => resultOf(db, job, at))
  },
}

async function fileItem(context: WriteContext, item: Item, threshold: number | undefined): Promise<Outcome> {
  const { db, change, config, profile, principal } = context
  if (item.fault !== undefined) throw new PalaceError('input.invalid', item.fault)
  checkContent(item.content, config.maxDrawerBytes)
  const tags = parseInput(itemTags, item.tags ?? [])
  // a name is a wish of its own: without one, a text that is there already is enough
  if (item.name === undefined || threshold !== undefined) {
    const place =
      threshold === undefined ? { wing: item.wing.normalize('NFC'), room: item.room.normalize('NFC') } : undefined
    const matches = await findDuplicates(db, profile, {
      palaceId: principal.palaceId,
      content: item.content,
      threshold,
      place,
    })
    if (matches.length > 0) return { duplicates: matches }
  }
  const { row, room, created } = await createDrawer(db, change, {
    wing: item.wing,
    room: item.room,
    content: item.content,
    name: item.name,
    tags,
    source: toDrawerSource(item.source),
    addedBy: principal.actor,
  })
  if (!created) return { duplicates: [{ id: row.id, wing: room.wing, room: room.name, similarity: 1 }] }
  change.summary = `file ${row.name ?? 'a drawer'} in ${room.wing}/${room.name}`
  const name = row.name === null ? {} : { name: row.name }
  return { added: { drawer_id: row.id, wing: room.wing, room: room.name, ...name } }
}

async function fileEntry(
  { db, change, config, principal }: WriteContext,
  { agent_name, entry, topic, wing }: NonNullable<JobPayload<'checkpoint'>['diary']>,
): Promise<NonNullable<CheckpointResult['diary']>> {
  checkContent(entry, config.maxDrawerBytes)
  const written = await writeDiary(db, change, { agent: agent_name, entry, topic, wing, addedBy: principal.actor })
  change.summary = `write in the diary of ${agent_name}`
  return { entry_id: written.row.id, agent: agent_name, wing: written.room.wing, created: written.created }
}

/** Why an item cannot be filed; every other fault is thrown on, as the job's own. */
function refusalOf(error: unknown): Refusal {
  if (isPalaceError(error) && !errorCodes[error.code].retryable) return { code: error.code, message: error.message }
  // data that the database refuses for what it is: it would not be any better the next time
  if (/^(22|23|54)/.test(databaseCode(error) ?? '')) return { code: 'internal', message: 'the item cannot be stored' }
  throw error
}

async function resultOf(db: Db, job: JobAddress, { diary }: ResumePoint): Promise<CheckpointResult> {
  const result: CheckpointResult = { added: [], duplicates: [], errors: [] }
  for (const { item: index, outcome } of await listOutcomes<Outcome>(db, job)) {
    if ('added' in outcome) result.added.push({ ...outcome.added, index })
    else if ('duplicates' in outcome) result.duplicates.push({ index, matches: outcome.duplicates })
    else result.errors.push({ index, ...outcome.error })
  }
  if (diary === undefined) return result
  if ('written' in diary) return { ...result, diary: diary.written }
  return { ...result, errors: [...result.errors, { index: null, ...diary.error }] }
}

import { array, type Db, rows, tables } from '@loci/store'
import { sql } from 'drizzle-orm'
import { jsonb } from './json.ts'

const { jobEvents, jobOutcomes, jobs } = tables
const columns = ['payload', 'resume_point', 'result', 'error', 'progress'] as const
const page = 200
// shorter ones stand in too much by chance
const leastInside = 16

export interface Erasure {
  palaceId: string
  /** The texts to be erased: wherever a job keeps one of them as it is … */
  texts: readonly string[]
  /** … and in these jobs also where one stands inside a longer text. */
  jobIds: readonly string[]
}

/** Replaces texts in what ended jobs keep by a word that says so; gives how many jobs held some. */
export async function eraseFromJobs(db: Db, { palaceId, texts, jobIds }: Erasure): Promise<number> {
  const whole = new Set(texts)
  const own = new Set(jobIds)
  const inside = texts.filter((text) => text.length >= leastInside)
  let erased = 0
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const found = await rows<{ id: string } & Record<(typeof columns)[number], unknown>>(
      db,
      sql`select id, payload, resume_point, result, error, progress from ${jobs}
        where palace_id = ${palaceId} and id > ${last} and status in ('completed', 'failed', 'cancelled')
        order by id limit ${page}`,
    )
    for (const job of found) {
      const parts = own.has(job.id) ? inside : []
      const kept = Object.fromEntries(columns.map((name) => [name, without(job[name], whole, parts)]))
      const changed = columns.filter((name) => kept[name] !== job[name])
      if (changed.length === 0) continue
      erased++
      const set = changed.map((name) => sql`${sql.identifier(name)} = ${jsonb(kept[name])}`)
      await db.execute(
        sql`update ${jobs} set ${sql.join(set, sql`, `)} where palace_id = ${palaceId} and id = ${job.id}`,
      )
    }
    const end = found.at(-1)
    if (end === undefined || found.length < page) break
    last = end.id
  }
  await eraseFromOutcomes(db, palaceId, whole)
  await eraseFromEvents(db, palaceId, texts)
  return erased
}

/** Of jobs that ended without a result: what became of their items, where that is still kept. */
async function eraseFromOutcomes(db: Db, palaceId: string, whole: ReadonlySet<string>): Promise<void> {
  const found = await rows<{ job_id: string; item: number; outcome: unknown }>(
    db,
    sql`select o.job_id, o.item, o.outcome from ${jobOutcomes} o
      join ${jobs} j on j.palace_id = o.palace_id and j.id = o.job_id
      where o.palace_id = ${palaceId} and j.status in ('failed', 'cancelled')`,
  )
  for (const { job_id, item, outcome } of found) {
    const kept = without(outcome, whole, [])
    if (kept === outcome) continue
    await db.execute(sql`
      update ${jobOutcomes} set outcome = ${jsonb(kept)}
      where palace_id = ${palaceId} and job_id = ${job_id} and item = ${item}`)
  }
}

async function eraseFromEvents(db: Db, palaceId: string, texts: readonly string[]): Promise<void> {
  await db.execute(sql`
    update ${jobEvents} set progress = jsonb_set(progress, '{message}', '"[purged]"')
    where palace_id = ${palaceId} and progress ->> 'message' = any(${array(texts, 'text')})`)
}

/** The same value when there is nothing in it to erase. */
function without(value: unknown, whole: ReadonlySet<string>, inside: readonly string[]): unknown {
  if (typeof value === 'string')
    return whole.has(value) || inside.some((text) => value.includes(text)) ? '[purged]' : value
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, without(inner, whole, inside)] as const)
  if (entries.every(([key, inner]) => inner === (value as Record<string, unknown>)[key])) return value
  return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}

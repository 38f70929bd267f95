import { type Db, rows, tables } from '@loci/store'
import { sql } from 'drizzle-orm'
import { changeSetDigest } from './digest.ts'
import { headOfChain, nextSeal, type Seal, startOfChain } from './seal.ts'

const { changeSets, revisions } = tables

export interface Verified {
  intact: boolean
  /** How many links hold, from the first on. */
  checked: number
  /** Committed change sets that are not linked yet. */
  unsealed: number
  head: Seal
  broken?: { number: number | null; change_set: string | null; reason: string }
}

interface Link {
  id: string
  number: number
  seal: string
  digest: string
  actual: string
  blanked: boolean
}

const step = 500

/**
 * Goes along the chain and computes every digest and seal again from the rows, up to the first that does not hold.
 * `expected` is a head that was kept elsewhere: only with one can a cut off end be noticed.
 */
export async function verifyChain(db: Db, palaceId: string, expected?: Seal): Promise<Verified> {
  let before = startOfChain
  const head = await headOfChain(db, palaceId)
  const [open] = await rows<{ count: number }>(
    db,
    sql`select count(*)::int as count from ${changeSets} where palace_id = ${palaceId} and number is null`,
  )
  const answer = (broken?: Verified['broken']): Verified => ({
    intact: broken === undefined,
    checked: before.number,
    unsealed: open?.count ?? 0,
    head,
    ...(broken && { broken }),
  })
  for (;;) {
    const links = await readLinks(db, palaceId, before.number)
    for (const link of links) {
      const reason = faultOf(link, before, expected)
      if (reason !== undefined) return answer({ number: link.number, change_set: link.id, reason })
      before = { number: link.number, seal: link.seal }
    }
    if (links.length < step) break
  }
  if (expected !== undefined && expected.number > before.number)
    return answer({ number: before.number + 1, change_set: null, reason: 'the chain ends before the expected head' })
  const orphan = await orphanedRevision(db, palaceId)
  if (orphan) return answer({ number: null, change_set: orphan, reason: 'revisions without their change set' })
  return answer()
}

function faultOf(link: Link, before: Seal, expected: Seal | undefined): string | undefined {
  if (link.number !== before.number + 1) return `number ${before.number + 1} is missing`
  if (link.digest !== link.actual) return 'the change set or a revision of it is not what was written'
  if (link.blanked) return 'a revision was blanked without a purge'
  if (nextSeal(before, link.digest).seal !== link.seal) return 'the seal does not follow from the one before'
  if (expected?.number === link.number && expected.seal !== link.seal) return 'the seal is not the expected one'
  return undefined
}

function readLinks(db: Db, palaceId: string, after: number): Promise<Link[]> {
  return rows<Link>(
    db,
    sql`select c.id, c.number::float8 as number, c.seal, c.digest, ${changeSetDigest} as actual,
        exists (
          select 1 from ${revisions} b
          where b.palace_id = c.palace_id and b.change_set_id = c.id and b.purged is not null
            and not exists (select 1 from ${revisions} p
              where p.palace_id = b.palace_id and p.entity_id = b.entity_id and p.kind = 'purge')) as blanked
      from ${changeSets} c
      where c.palace_id = ${palaceId} and c.number > ${after} order by c.number limit ${step}`,
  )
}

async function orphanedRevision(db: Db, palaceId: string): Promise<string | undefined> {
  const [row] = await rows<{ id: string }>(
    db,
    sql`select v.change_set_id as id from ${revisions} v
      where v.palace_id = ${palaceId} and not exists (
        select 1 from ${changeSets} c where c.palace_id = v.palace_id and c.id = v.change_set_id)
      limit 1`,
  )
  return row?.id
}

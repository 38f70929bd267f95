import { createHash } from 'node:crypto'
import { array, type Db, rows, tables } from '@loci/store'
import { sql } from 'drizzle-orm'
import { changeSetDigest } from './digest.ts'

const { changeSets } = tables

/** A link of the chain: its place, and what it says of everything before it. */
export interface Seal {
  number: number
  seal: string
}

/** What the first link is chained to. */
export const startOfChain: Seal = { number: 0, seal: '0'.repeat(64) }

/** The link after `before`: whoever changes a digest has to change every seal from there on. */
export function nextSeal(before: Seal, digest: string): Seal {
  const number = before.number + 1
  return { number, seal: createHash('sha256').update(`${before.seal}:${number}:${digest}`).digest('hex') }
}

/** The last link of a palace's chain. */
export async function headOfChain(db: Db, palaceId: string): Promise<Seal> {
  const [head] = await rows<Seal>(
    db,
    sql`select number::float8 as number, seal from ${changeSets}
      where palace_id = ${palaceId} and number is not null order by number desc limit 1`,
  )
  return head ?? startOfChain
}

/**
 * Digests committed change sets and links them to the chain, `most` at a time, and gives how many: 0 when there are none, or when another process is at it. Writers only insert, so they wait neither for this nor for each other;
 * one that commits late gets a later number, so whoever reads in the order of numbers misses nothing.
 */
export async function sealChangeSets(tx: Db, palaceId: string, most = 500): Promise<number> {
  const [lock] = await rows<{ locked: boolean }>(
    tx,
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`loci:seal:${palaceId}`}, 0)) as locked
      where exists (select 1 from ${changeSets} where palace_id = ${palaceId} and number is null)`,
  )
  if (lock?.locked !== true) return 0
  const open = await rows<{ id: string; digest: string }>(
    tx,
    sql`select c.id, ${changeSetDigest} as digest from ${changeSets} c
      where c.palace_id = ${palaceId} and c.number is null order by c.id limit ${most}`,
  )
  let head = await headOfChain(tx, palaceId)
  const seals = open.map(({ digest }) => (head = nextSeal(head, digest)))
  await tx.execute(sql`
    update ${changeSets} c set number = s.number, seal = s.seal, digest = s.digest
    from unnest(${array(
      open.map(({ id }) => id),
      'uuid',
    )}, ${array(
      seals.map(({ number }) => number),
      'integer',
    )}, ${array(
      seals.map(({ seal }) => seal),
      'text',
    )}, ${array(
      open.map(({ digest }) => digest),
      'text',
    )}) as s (id, number, seal, digest)
    where c.palace_id = ${palaceId} and c.id = s.id`)
  return open.length
}

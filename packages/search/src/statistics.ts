import { array, type Db, preparedRows, rows, tables } from '@loci/store'
import { sql, type SQL } from 'drizzle-orm'

const { corpusStatistics, statisticDeltas, termStatistics } = tables

export interface Statistics {
  /** How many live passages the palace has. */
  passages: number
  /** Their mean length, in words. */
  meanLength: number
  /** In how many of them each term occurs; terms that occur in none are left out. */
  frequencies: Map<string, number>
  /** Whether writes came in faster than they were folded: a term that is not known may occur all the same. */
  behind: boolean
}

// what a search adds up by itself; beyond that it takes the statistics as they were a moment ago
const freshest = 100

/** The corpus statistics that BM25 needs, with what was not folded yet. */
export async function readStatistics(db: Db, palaceId: string, terms: string[]): Promise<Statistics> {
  const found = await preparedRows<{ term: string | null; passages: number; length: number; behind: boolean }>(
    db,
    sql`with fresh as (
        select sign, length, terms from ${statisticDeltas} where palace_id = ${palaceId} order by id limit ${freshest})
      select null as term, sum(passages)::float8 as passages, sum(length)::float8 as length,
          exists (select from ${statisticDeltas} where palace_id = ${palaceId} offset ${freshest}) as behind
        from (
        select passages, length from ${corpusStatistics} where palace_id = ${palaceId}
        union all select sign, sign * length from fresh) corpus
      union all
      select term, sum(passages)::float8, 0, false from (
        select term, passages from ${termStatistics} where palace_id = ${palaceId} and term = any(${array(terms, 'text')})
        union all select term, sign from fresh, unnest(terms) as term where term = any(${array(terms, 'text')})) counted
      group by term having sum(passages) > 0`,
  )
  const corpus = found.find((row) => row.term === null)
  const passages = Math.max(corpus?.passages ?? 0, 1)
  return {
    passages,
    meanLength: Math.max((corpus?.length ?? 0) / passages, 1),
    frequencies: new Map(found.flatMap((row) => (row.term === null ? [] : [[row.term, row.passages]]))),
    behind: corpus?.behind ?? false,
  }
}

/**
 * Folds the oldest `most` deltas of a palace into its statistics and gives how many there were: 0 when there are none,
 * or when another process is at it. Writers only append, so they never wait for this or for each other.
 */
export async function foldStatistics(tx: Db, palaceId: string, most = 1000): Promise<number> {
  const [row] = await rows<{ folded: number }>(
    tx,
    sql`with mine as (
        select pg_try_advisory_xact_lock(hashtextextended(${`loci:fold:${palaceId}`}, 0)) as locked),
      taken as (
        delete from ${statisticDeltas} where palace_id = ${palaceId} and id in (
          select id from ${statisticDeltas}, mine where palace_id = ${palaceId} and locked order by id limit ${most})
        returning sign, length, terms),
      folded_terms as (
        insert into ${termStatistics} (palace_id, term, passages)
        select ${palaceId}, term, sum(sign) from taken, unnest(terms) as term group by term order by term
        on conflict (palace_id, term) do update set passages = ${termStatistics}.passages + excluded.passages),
      folded_corpus as (
        insert into ${corpusStatistics} (palace_id, passages, length)
        select ${palaceId}, sum(sign), sum(sign * length) from taken having count(*) > 0
        on conflict (palace_id) do update set
          passages = ${corpusStatistics}.passages + excluded.passages, length = ${corpusStatistics}.length + excluded.length)
      select count(*)::int as folded from taken`,
  )
  return row?.folded ?? 0
}

/** Drops the terms that nothing live has any more, once all that is pending is folded: a purge leaves no word behind. */
export async function forgetUnusedTerms(tx: Db, palaceId: string): Promise<void> {
  await rows(tx, sql`select pg_advisory_xact_lock(hashtextextended(${`loci:fold:${palaceId}`}, 0))`)
  while ((await foldStatistics(tx, palaceId)) > 0);
  await tx.execute(sql`delete from ${termStatistics} where palace_id = ${palaceId} and passages <= 0`)
}

/**
 * Tells the planner what the tables of search hold now. After a large write it knows nothing of them until the database
 * looks by itself, and joins by loops of millions of rows.
 */
export async function analyzeIndex(db: Db): Promise<void> {
  await db.execute(sql`analyze ${tables.drawers}, ${tables.passages}, ${tables.passageVectors}`)
}

/** How many passages of live drawers the palace has. */
export async function countPassages(db: Db, palaceId: string): Promise<number> {
  const [row] = await rows<{ passages: number }>(db, countedPassages(palaceId))
  return row?.passages ?? 0
}

/** The same, as a statement. */
export const countedPassages = (palaceId: string): SQL =>
  sql`select coalesce(sum(passages), 0)::int as passages from (
    select passages from ${corpusStatistics} where palace_id = ${palaceId}
    union all select sign from ${statisticDeltas} where palace_id = ${palaceId}) counted`

import type { Engine } from './engine.ts'
import { query, typeOf } from './protocol.ts'

// the thresholds of autovacuum; a large table with a vector index is only pruned, as cleaning that index takes minutes
const overdue = `
  select format('vacuum (analyze, index_cleanup %s) %I.%I',
    case when large and exists (
      select from pg_index join pg_class i on i.oid = indexrelid join pg_am a on a.oid = i.relam
      where indrelid = relid and amname = 'hnsw') then 'off' else 'auto' end,
    schemaname, relname)
  from (
    select s.*, greatest(c.reltuples, 0) as rows, c.reltuples > 20000 as large
    from pg_stat_user_tables s join pg_class c on c.oid = s.relid
  ) t
  where (n_dead_tup > 50 + 0.2 * rows or n_mod_since_analyze > 50 + 0.1 * rows or n_ins_since_vacuum > 1000 + 0.2 * rows)
    and coalesce(last_vacuum < now() - interval '1 minute', true)
  order by n_mod_since_analyze desc
  limit 1`

/**
 * Does for one table what autovacuum would, as a session without a server has none: the one that needs it most.
 * Gives whether there was one.
 */
export async function maintainOne(engine: Engine): Promise<boolean> {
  await engine.exec(query('select pg_stat_force_next_flush()'))
  const command = firstValue(await engine.exec(query(overdue)))
  if (command === undefined) return false
  await engine.exec(query(command))
  return true
}

/** The text in the first column of the first row of an answer. */
function firstValue(answer: Buffer): string | undefined {
  for (let at = 0; at + 5 <= answer.length; at += 1 + answer.readUInt32BE(at + 1)) {
    if (typeOf(answer.subarray(at)) !== 'D') continue
    const length = answer.readInt32BE(at + 7)
    return length < 0 ? undefined : answer.toString('utf8', at + 11, at + 11 + length)
  }
  return undefined
}

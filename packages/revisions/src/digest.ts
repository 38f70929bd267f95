import { tables } from '@loci/store'
import { sql, type SQL } from 'drizzle-orm'

// jsonb is the canonical form: its text has one order of keys and one spelling, whoever computes it

const sha256 = (value: SQL): SQL => sql`encode(sha256(convert_to(${value}, 'UTF8')), 'hex')`

/** What a revision `v` stands for in the digest of its change set: the same before and after a purge. */
export const revisionDigest = sql`coalesce(v.purged, ${sha256(
  sql`jsonb_build_array(v.salt, v.before, v.after, ${sha256(sql`v.content`)})::text`,
)})`

/**
 * The digest of a change set `c` over what it is and what its revisions are. Its summary stays out: that is for
 * reading, follows from the rest, and is rewritten when a purge takes what it names.
 */
export const changeSetDigest = sha256(sql`jsonb_build_array(
  c.palace_id, c.id, (extract(epoch from c.at) * 1000)::bigint, c.actor, c.channel, c.session, c.operation, c.undoes,
  (select jsonb_agg(jsonb_build_array(v.entity_id, v.number, v.entity, v.kind, ${revisionDigest})
      order by v.entity_id, v.number)
    from ${tables.revisions} v where v.palace_id = c.palace_id and v.change_set_id = c.id))::text`)

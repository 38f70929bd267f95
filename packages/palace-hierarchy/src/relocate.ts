import { type Change, recordAll } from '@loci/revisions'
import { type Db, tables } from '@loci/store'
import { sql } from 'drizzle-orm'
import { sourceOf } from './states.ts'

const { drawers } = tables

/** A drawer whose document has another path now. */
export interface Relocation {
  id: string
  document: string
  uri: string
  /** What it is called from now on, when it was called after its document and nothing beside it is. */
  name: string
}

/** Lets drawers say where their documents are now; their texts and places stay. How many there were. */
export async function relocateDocuments(tx: Db, change: Change, relocations: Relocation[]): Promise<number> {
  if (relocations.length === 0) return 0
  return recordAll(tx, change, {
    entity: 'drawer',
    kind: 'meta',
    changed: sql`
      update ${drawers} d set source_document = o.document, source_uri = o.uri, revision = d.revision + 1, updated_at = now(),
        name = o.new_name
      from (
        select t.id, t.name, ${sourceOf(sql`t`)} as source, n.document, n.uri,
          case when t.name = t.source_document and not exists (
            select 1 from ${drawers} b where b.palace_id = t.palace_id and b.room_id = t.room_id and b.name = n.name
              and b.deleted_at is null) then n.name else t.name end as new_name
        from jsonb_to_recordset(${JSON.stringify(relocations)}::jsonb) as n (id uuid, document text, uri text, name text)
        join ${drawers} t on t.palace_id = ${change.palaceId} and t.id = n.id and t.deleted_at is null
        order by t.id for update of t) o
      where d.palace_id = ${change.palaceId} and d.id = o.id
      returning d.id, d.revision, jsonb_build_object('name', o.name, 'source', o.source) as before,
        jsonb_build_object('name', d.name, 'source', ${sourceOf(sql`d`)}) as after`,
  })
}

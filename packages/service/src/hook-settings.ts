import { type Db, rows, tables } from '@loci/store'
import { sql } from 'drizzle-orm'
import type { Principal } from './principal.ts'

const { hookSettings } = tables

export interface HookSettings {
  silent_save: boolean
  desktop_toast: boolean
}

/** Sets what is given of an agent's hook settings, and gives all of them. */
export async function keepHookSettings(
  db: Db,
  { palaceId, actor }: Principal,
  {
    silent_save: silent = null,
    desktop_toast: toast = null,
  }: { [Name in keyof HookSettings]?: boolean | null | undefined },
): Promise<HookSettings> {
  if (silent !== null || toast !== null)
    await db.execute(sql`
      insert into ${hookSettings} as h (palace_id, actor, silent_save, desktop_toast)
      values (${palaceId}, ${actor}, coalesce(${silent}::boolean, true), coalesce(${toast}::boolean, false))
      on conflict (palace_id, actor) do update set silent_save = coalesce(${silent}::boolean, h.silent_save),
        desktop_toast = coalesce(${toast}::boolean, h.desktop_toast)`)
  const [row] = await rows<HookSettings>(
    db,
    sql`select silent_save, desktop_toast from ${hookSettings} where palace_id = ${palaceId} and actor = ${actor}`,
  )
  return row ?? { silent_save: true, desktop_toast: false }
}

import { allows, type Mode, narrowest, type Operation, PalaceError } from '@loci/contract'
import { type Db, rows, tables } from '@loci/store'
import { sql } from 'drizzle-orm'
import type { Principal } from './principal.ts'

const { sessionModes } = tables

/** Refuses an operation that the memory mode does not allow, before anything is looked up. */
export function checkMode(name: string, operation: Operation, mode: Mode): void {
  if (allows(mode, operation)) return
  throw new PalaceError('mode.forbidden', `${name} is not allowed in the memory mode ${mode}`, {
    details: { operation: name, mode },
  })
}

/** Forgets at most `batch` modes of sessions that nobody is in any more, by their age, and gives how many. */
export async function forgetSessionModes(
  db: Db,
  { palaceId, olderThanDays, batch }: { palaceId: string; olderThanDays: number; batch: number },
): Promise<number> {
  const [row] = await rows<{ count: number }>(
    db,
    sql`with forgotten as (
        delete from ${sessionModes} where ctid = any(array(
          select ctid from ${sessionModes}
          where palace_id = ${palaceId} and at < now() - make_interval(days => ${olderThanDays}) limit ${batch}))
        returning 1)
      select count(*)::int as count from forgotten`,
  )
  return row?.count ?? 0
}

/** Whoever asks, in the narrowest mode that they, their session and this process say. */
export async function withSessionMode(db: Db, principal: Principal, ceiling: Mode): Promise<Principal> {
  const { palaceId, actor, session, channel, mode } = principal
  const known = session !== undefined && channel !== 'job'
  const [found] = known
    ? await rows<{ mode: Mode }>(
        db,
        sql`select mode from ${sessionModes}
          where palace_id = ${palaceId} and actor = ${actor} and session = ${session}`,
      )
    : []
  return { ...principal, mode: narrowest(ceiling, mode, found?.mode) }
}

/** Keeps the mode of a session, so that every process that serves it knows. */
export async function keepSessionMode(db: Db, { palaceId, actor, session }: Principal, mode: Mode): Promise<void> {
  if (session === undefined)
    throw new PalaceError('input.invalid', 'there is no session whose mode could be set', {
      help: 'Over MCP, send the Mcp-Session-Id that initialize gave; over REST, send X-Loci-Mode with each request.',
    })
  if (mode === 'full')
    await db.execute(sql`
      delete from ${sessionModes} where palace_id = ${palaceId} and actor = ${actor} and session = ${session}`)
  else
    await db.execute(sql`
      insert into ${sessionModes} (palace_id, actor, session, mode) values (${palaceId}, ${actor}, ${session}, ${mode})
      on conflict (palace_id, actor, session) do update set mode = excluded.mode, at = now()`)
}

import { boolean, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, loci, palaceId } from './palaces.ts'

/** The memory modes that sessions of agents asked for; a session that is not here has not. */
export const sessionModes = loci.table(
  'session_modes',
  {
    palaceId: palaceId(),
    /** Who is in the session, so that its name alone changes nothing for another. */
    actor: text('actor').notNull(),
    session: text('session').notNull(),
    mode: text('mode', { enum: ['read_only', 'disabled'] }).notNull(),
    at: instant('at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ name: 'session_modes_pkey', columns: [t.palaceId, t.actor, t.session] })],
)

/** How the hooks of an agent's client save; what is not here is as ever. */
export const hookSettings = loci.table(
  'hook_settings',
  {
    palaceId: palaceId(),
    actor: text('actor').notNull(),
    silentSave: boolean('silent_save').notNull().default(true),
    desktopToast: boolean('desktop_toast').notNull().default(false),
  },
  (t) => [primaryKey({ name: 'hook_settings_pkey', columns: [t.palaceId, t.actor] })],
)

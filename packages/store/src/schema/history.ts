import { index, integer, jsonb, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, loci, palaceId } from './palaces.ts'

/** One operation's whole effect. Written last in its transaction, so its summary can say what happened. */
export const changeSets = loci.table(
  'change_sets',
  {
    palaceId: palaceId(),
    /** A UUIDv7: its order is the order of the operations' beginnings. */
    id: uuid('id').notNull(),
    at: instant('at').notNull().defaultNow(),
    actor: text('actor').notNull(),
    channel: text('channel').notNull(),
    session: text('session'),
    operation: text('operation').notNull(),
    summary: text('summary').notNull(),
    undoes: uuid('undoes'),
  },
  (t) => [
    primaryKey({ name: 'change_sets_pkey', columns: [t.palaceId, t.id] }),
    index('change_sets_session').on(t.palaceId, t.session, t.id),
  ],
)

/** One entity's change in a change set. Append only. */
export const revisions = loci.table(
  'revisions',
  {
    palaceId: palaceId(),
    entityId: uuid('entity_id').notNull(),
    /** 1, 2, 3 … per entity, without gaps: taken from the entity's row while it is locked. */
    number: integer('number').notNull(),
    entity: text('entity', { enum: ['wing', 'room', 'drawer'] }).notNull(),
    kind: text('kind', { enum: ['create', 'text', 'meta', 'move', 'trash', 'restore'] }).notNull(),
    changeSetId: uuid('change_set_id').notNull(),
    at: instant('at').notNull().defaultNow(),
    /** The changed fields and only these, as they were and as they became. */
    before: jsonb('before').$type<Record<string, unknown>>(),
    after: jsonb('after').$type<Record<string, unknown>>(),
    /** The whole text, for revisions that set it. */
    content: text('content'),
  },
  (t) => [
    primaryKey({ name: 'revisions_pkey', columns: [t.palaceId, t.entityId, t.number] }),
    index('revisions_change_set').on(t.palaceId, t.changeSetId),
  ],
)

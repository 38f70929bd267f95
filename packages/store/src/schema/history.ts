import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant, loci, palaceId } from './palaces.ts'

/** One operation's whole effect. Written last in its transaction, so its summary can say what happened. */
export const changeSets = loci.table(
  'change_sets',
  {
    palaceId: palaceId(),
    id: uuid('id').notNull(),
    /** When its writes were done. Every row it changed is locked then, so that per entity times follow the numbers. */
    at: instant('at').notNull(),
    actor: text('actor').notNull(),
    channel: text('channel').notNull(),
    session: text('session'),
    operation: text('operation').notNull(),
    summary: text('summary').notNull(),
    /** The change sets that this one reversed. */
    undoes: uuid('undoes').array(),
    /** SHA-256 over what it is and what its revisions are; with its number. */
    digest: text('digest'),
    /** Its place in the chain, 1, 2, 3 … per palace without gaps: given soon after its commit, in the order of commits. */
    number: bigint('number', { mode: 'number' }),
    /** SHA-256 over the seal before it, its number and its digest. */
    seal: text('seal'),
  },
  (t) => [
    primaryKey({ name: 'change_sets_pkey', columns: [t.palaceId, t.id] }),
    index('change_sets_session').on(t.palaceId, t.session, t.id),
    index('change_sets_at').on(t.palaceId, t.at, t.id),
    uniqueIndex('change_sets_number')
      .on(t.palaceId, t.number)
      .where(sql`number is not null`),
    index('change_sets_unsealed')
      .on(t.palaceId, t.id)
      .where(sql`number is null`),
    index('change_sets_undoes')
      .using('gin', t.undoes)
      .where(sql`undoes is not null`),
  ],
)

/** One entity's change in a change set. Append only, but for what a purge blanks. */
export const revisions = loci.table(
  'revisions',
  {
    palaceId: palaceId(),
    entityId: uuid('entity_id').notNull(),
    /** 1, 2, 3 … per entity, without gaps: taken from the entity's row while it is locked. */
    number: integer('number').notNull(),
    entity: text('entity', { enum: ['wing', 'room', 'drawer', 'tunnel', 'entity', 'fact'] }).notNull(),
    kind: text('kind', { enum: ['create', 'text', 'meta', 'move', 'trash', 'restore', 'purge'] }).notNull(),
    changeSetId: uuid('change_set_id').notNull(),
    /** The changed fields and only these, as they were and as they became. */
    before: jsonb('before').$type<Record<string, unknown>>(),
    after: jsonb('after').$type<Record<string, unknown>>(),
    /** The whole text, for revisions that set it. */
    content: text('content'),
    /** Random, and gone with the content, so that no digest can be tried against guesses of what was purged. */
    salt: uuid('salt').default(sql`gen_random_uuid()`),
    /** What stands for before, after and content in the digest of the change set, once a purge took them. */
    purged: text('purged'),
  },
  (t) => [
    primaryKey({ name: 'revisions_pkey', columns: [t.palaceId, t.entityId, t.number] }),
    index('revisions_change_set').on(t.palaceId, t.changeSetId),
  ],
)

/** What a purge took, without what it was: the proof that outlasts it. */
export const receipts = loci.table(
  'receipts',
  {
    palaceId: palaceId(),
    id: uuid('id').notNull(),
    changeSetId: uuid('change_set_id').notNull(),
    at: instant('at').notNull(),
    actor: text('actor').notNull(),
    /** How many of each kind of thing were erased. */
    wings: integer('wings').notNull(),
    rooms: integer('rooms').notNull(),
    drawers: integer('drawers').notNull(),
    tunnels: integer('tunnels').notNull().default(0),
    entities: integer('entities').notNull().default(0),
    facts: integer('facts').notNull().default(0),
    /** How many revisions were blanked, and how many columns were searched for what might be left. */
    revisions: integer('revisions').notNull(),
    columns: integer('columns').notNull(),
  },
  (t) => [primaryKey({ name: 'receipts_pkey', columns: [t.palaceId, t.id] })],
)

import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, primaryKey, real, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { entity, rooms } from './hierarchy.ts'
import { instant, loci, palaceId } from './palaces.ts'

/** Links between two rooms, the same in both directions. */
export const tunnels = loci.table(
  'tunnels',
  {
    ...entity(),
    sourceRoomId: uuid('source_room_id').notNull(),
    targetRoomId: uuid('target_room_id').notNull(),
    /** Drawers at its ends; not held: a tunnel outlasts them. */
    sourceDrawerId: uuid('source_drawer_id'),
    targetDrawerId: uuid('target_drawer_id'),
    label: text('label').notNull().default(''),
    addedBy: text('added_by').notNull(),
  },
  (t) => [
    primaryKey({ name: 'tunnels_pkey', columns: [t.palaceId, t.id] }),
    foreignKey({
      name: 'tunnels_source',
      columns: [t.palaceId, t.sourceRoomId],
      foreignColumns: [rooms.palaceId, rooms.id],
    }),
    foreignKey({
      name: 'tunnels_target',
      columns: [t.palaceId, t.targetRoomId],
      foreignColumns: [rooms.palaceId, rooms.id],
    }),
    uniqueIndex('tunnels_live_ends')
      .on(
        t.palaceId,
        sql`least(${t.sourceRoomId}, ${t.targetRoomId})`,
        sql`greatest(${t.sourceRoomId}, ${t.targetRoomId})`,
      )
      .where(sql`deleted_at is null`),
    index('tunnels_source_room').on(t.palaceId, t.sourceRoomId),
    index('tunnels_target_room').on(t.palaceId, t.targetRoomId),
    index('tunnels_trash')
      .on(t.palaceId, t.deletedAt, t.id)
      .where(sql`deleted_at is not null`),
  ],
)

/** Who and what facts are about. */
export const entities = loci.table(
  'entities',
  {
    ...entity(),
    name: text('name').notNull(),
    /** The name without case and accents: what it is found by. */
    nameKey: text('name_key').notNull(),
    aliases: text('aliases').array().notNull().default([]),
    aliasKeys: text('alias_keys').array().notNull().default([]),
    /** Such as person, project, tool; empty where nobody said. */
    type: text('type').notNull().default(''),
  },
  (t) => [
    primaryKey({ name: 'entities_pkey', columns: [t.palaceId, t.id] }),
    uniqueIndex('entities_live_name')
      .on(t.palaceId, t.nameKey)
      .where(sql`deleted_at is null`),
    index('entities_live_aliases')
      .using('gin', t.aliasKeys)
      .where(sql`deleted_at is null`),
    index('entities_trash')
      .on(t.palaceId, t.deletedAt, t.id)
      .where(sql`deleted_at is not null`),
  ],
)

/** Statements that hold for a time: from `valid_from` on, and no more at `valid_to`; null is no bound. */
export const facts = loci.table(
  'facts',
  {
    ...entity(),
    subjectId: uuid('subject_id').notNull(),
    predicate: text('predicate').notNull(),
    objectId: uuid('object_id').notNull(),
    validFrom: instant('valid_from'),
    /** How much of `valid_from` was given: year, month, day or instant. */
    validFromPrecision: text('valid_from_precision'),
    validTo: instant('valid_to'),
    validToPrecision: text('valid_to_precision'),
    /** Whether the subject has one object at a time for this predicate. */
    singleValued: boolean('single_valued').notNull().default(false),
    confidence: real('confidence').notNull().default(1),
    /** Where it was read, in the words of who added it. */
    source: text('source'),
    /** The drawer that says so; not held: a fact outlasts it. */
    sourceDrawerId: uuid('source_drawer_id'),
    addedBy: text('added_by').notNull(),
  },
  (t) => [
    primaryKey({ name: 'facts_pkey', columns: [t.palaceId, t.id] }),
    foreignKey({
      name: 'facts_subject',
      columns: [t.palaceId, t.subjectId],
      foreignColumns: [entities.palaceId, entities.id],
    }),
    foreignKey({
      name: 'facts_object',
      columns: [t.palaceId, t.objectId],
      foreignColumns: [entities.palaceId, entities.id],
    }),
    check('facts_valid', sql`valid_from < valid_to`),
    index('facts_subject').on(t.palaceId, t.subjectId, t.predicate),
    index('facts_object').on(t.palaceId, t.objectId),
    index('facts_source_drawer')
      .on(t.palaceId, t.sourceDrawerId)
      .where(sql`source_drawer_id is not null`),
    index('facts_trash')
      .on(t.palaceId, t.deletedAt, t.id)
      .where(sql`deleted_at is not null`),
  ],
)

/** Hallways that nobody wants to see again; hallways themselves are computed. */
export const deletedHallways = loci.table(
  'deleted_hallways',
  { palaceId: palaceId(), id: uuid('id').notNull() },
  (t) => [primaryKey({ name: 'deleted_hallways_pkey', columns: [t.palaceId, t.id] })],
)

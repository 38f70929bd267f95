import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { beginning } from '../same-text.ts'
import { instant, loci, palaceId } from './palaces.ts'

/** What all things with a history share: who they are, their last revision, and whether the trash holds them. */
export const entity = () => ({
  palaceId: palaceId(),
  id: uuid('id').notNull(),
  revision: integer('revision').notNull().default(1),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  deletedAt: instant('deleted_at'),
  /** The change set that moved it to the trash: what its restore brings back together. */
  deletedIn: uuid('deleted_in'),
})

export const wings = loci.table(
  'wings',
  {
    ...entity(),
    name: text('name').notNull(),
    /** The name without case, spaces, hyphens and underscores: what near twins share. */
    nameKey: text('name_key').notNull(),
    description: text('description').notNull().default(''),
  },
  (t) => [
    primaryKey({ name: 'wings_pkey', columns: [t.palaceId, t.id] }),
    uniqueIndex('wings_live_name')
      .on(t.palaceId, t.name)
      .where(sql`deleted_at is null`),
    index('wings_live_name_key')
      .on(t.palaceId, t.nameKey)
      .where(sql`deleted_at is null`),
  ],
)

export const rooms = loci.table(
  'rooms',
  {
    ...entity(),
    wingId: uuid('wing_id').notNull(),
    name: text('name').notNull(),
    nameKey: text('name_key').notNull(),
    description: text('description').notNull().default(''),
  },
  (t) => [
    primaryKey({ name: 'rooms_pkey', columns: [t.palaceId, t.id] }),
    foreignKey({ name: 'rooms_wing', columns: [t.palaceId, t.wingId], foreignColumns: [wings.palaceId, wings.id] }),
    uniqueIndex('rooms_live_name')
      .on(t.palaceId, t.wingId, t.name)
      .where(sql`deleted_at is null`),
    index('rooms_live_name_key')
      .on(t.palaceId, t.wingId, t.nameKey)
      .where(sql`deleted_at is null`),
    index('rooms_wing').on(t.palaceId, t.wingId),
  ],
)

export const drawers = loci.table(
  'drawers',
  {
    ...entity(),
    roomId: uuid('room_id').notNull(),
    name: text('name'),
    content: text('content').notNull(),
    /** SHA-256 of the UTF-8 bytes of the content, in hexadecimal. */
    contentHash: text('content_hash').notNull(),
    bytes: integer('bytes').notNull(),
    tags: text('tags').array().notNull().default([]),
    sourceUri: text('source_uri'),
    sourceKind: text('source_kind'),
    sourceDocument: text('source_document'),
    sourcePosition: integer('source_position'),
    author: text('author'),
    authoredAt: instant('authored_at'),
    addedBy: text('added_by').notNull(),
  },
  (t) => [
    primaryKey({ name: 'drawers_pkey', columns: [t.palaceId, t.id] }),
    foreignKey({ name: 'drawers_room', columns: [t.palaceId, t.roomId], foreignColumns: [rooms.palaceId, rooms.id] }),
    // names may be longer than an index entry: their beginning is looked up, and the digest makes them unique
    uniqueIndex('drawers_live_name')
      .on(t.palaceId, t.roomId, beginning(t.name), sql`md5(${t.name})`)
      .where(sql`deleted_at is null and name is not null`),
    index('drawers_live_content')
      .on(t.palaceId, t.contentHash, t.roomId)
      .where(sql`deleted_at is null`),
    index('drawers_live_document')
      .on(t.palaceId, beginning(t.sourceDocument), t.sourcePosition)
      .where(sql`deleted_at is null and source_document is not null`),
    index('drawers_room').on(t.palaceId, t.roomId, t.id),
    index('drawers_deleted_in')
      .on(t.palaceId, t.deletedIn)
      .where(sql`deleted_in is not null`),
    index('drawers_trash')
      .on(t.palaceId, t.deletedAt, t.id)
      .where(sql`deleted_at is not null`),
  ],
)

/**
 * Files that were mined whole, so that the next run need not read them again. Nothing but a shortcut: what is missing
 * here is read, and compared with what is filed.
 */
export const minedFiles = loci.table(
  'mined_files',
  {
    palaceId: palaceId(),
    wingId: uuid('wing_id').notNull(),
    kind: text('kind').notNull(),
    path: text('path').notNull(),
    /** SHA-256 over the bytes of the file and how they were read. */
    revision: text('revision').notNull(),
    /** How many documents came of it. */
    documents: integer('documents').notNull(),
    minedAt: instant('mined_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('mined_files_path').on(t.palaceId, t.wingId, t.kind, beginning(t.path), sql`md5(${t.path})`),
    foreignKey({
      name: 'mined_files_wing',
      columns: [t.palaceId, t.wingId],
      foreignColumns: [wings.palaceId, wings.id],
    }),
  ],
)

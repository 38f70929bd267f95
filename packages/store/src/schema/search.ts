import { bigint, customType, foreignKey, index, integer, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { drawers } from './hierarchy.ts'
import { loci, palaceId } from './palaces.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })
// in single precision: WebAssembly has to convert each half by hand, which takes three times as long as the rest
const vector = customType<{ data: string }>({ dataType: () => 'vector' })

/** A span of a drawer's text, the unit of search. Derived: it can be made again from the drawer at any time. */
export const passages = loci.table(
  'passages',
  {
    palaceId: palaceId(),
    drawerId: uuid('drawer_id').notNull(),
    ordinal: integer('ordinal').notNull(),
    /** The drawer's room, kept here so that a search in one room starts from that room's passages. */
    roomId: uuid('room_id').notNull(),
    /** The span in UTF-16 code units, as clients slice it. */
    start: integer('start').notNull(),
    end: integer('end').notNull(),
    /** The span in code points, as SQL cuts it. */
    charStart: integer('char_start').notNull(),
    charLength: integer('char_length').notNull(),
    /** How many terms it has: the length of BM25. */
    length: integer('length').notNull(),
    lexemes: tsvector('lexemes').notNull(),
  },
  (t) => [
    primaryKey({ name: 'passages_pkey', columns: [t.palaceId, t.drawerId, t.ordinal] }),
    foreignKey({
      name: 'passages_drawer',
      columns: [t.palaceId, t.drawerId],
      foreignColumns: [drawers.palaceId, drawers.id],
    }).onDelete('cascade'),
    index('passages_lexemes').using('gin', t.lexemes),
    index('passages_room').on(t.palaceId, t.roomId),
  ],
)

/** A passage's vector in one embedding profile. The dimension belongs to the profile, not to the column. */
export const passageVectors = loci.table(
  'passage_vectors',
  {
    palaceId: palaceId(),
    profile: text('profile').notNull(),
    drawerId: uuid('drawer_id').notNull(),
    ordinal: integer('ordinal').notNull(),
    roomId: uuid('room_id').notNull(),
    embedding: vector('embedding').notNull(),
  },
  (t) => [
    primaryKey({ name: 'passage_vectors_pkey', columns: [t.palaceId, t.profile, t.drawerId, t.ordinal] }),
    foreignKey({
      name: 'passage_vectors_passage',
      columns: [t.palaceId, t.drawerId, t.ordinal],
      foreignColumns: [passages.palaceId, passages.drawerId, passages.ordinal],
    }).onDelete('cascade'),
    index('passage_vectors_room').on(t.palaceId, t.roomId),
  ],
)

/** In how many live passages of the palace a term occurs. */
export const termStatistics = loci.table(
  'term_statistics',
  { palaceId: palaceId(), term: text('term').notNull(), passages: bigint('passages', { mode: 'number' }).notNull() },
  (t) => [primaryKey({ name: 'term_statistics_pkey', columns: [t.palaceId, t.term] })],
)

/** How many live passages the palace has, and their lengths added up. */
export const corpusStatistics = loci.table(
  'corpus_statistics',
  {
    palaceId: palaceId(),
    passages: bigint('passages', { mode: 'number' }).notNull(),
    length: bigint('length', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ name: 'corpus_statistics_pkey', columns: [t.palaceId] })],
)

/** What writers add to (+1) or take from (-1) the statistics: appended by each, folded in the background. */
export const statisticDeltas = loci.table(
  'statistic_deltas',
  {
    palaceId: palaceId(),
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    sign: smallint('sign').notNull(),
    length: integer('length').notNull(),
    terms: text('terms').array().notNull(),
  },
  (t) => [primaryKey({ name: 'statistic_deltas_pkey', columns: [t.palaceId, t.id] })],
)

/** A column that may hold what people filed or named, and the column that tells whose it is. */
export interface ContentColumn {
  table: string
  column: string
  /** Holds the id of the wing, room or drawer; null where a purge has to find it in another way. */
  of: string | null
}

const column = (of: string | null, table: string, ...columns: string[]): ContentColumn[] =>
  columns.map((name) => ({ table, column: name, of }))

/**
 * Every column that may hold content: what a purge searches. A test holds this list, together with that of the columns
 * which hold none, against the schema, so that a new column has to be put into one of them.
 */
export const contentColumns: readonly ContentColumn[] = [
  ...column('id', 'wings', 'name', 'name_key', 'description'),
  ...column('id', 'rooms', 'name', 'name_key', 'description'),
  ...column(
    'id',
    'drawers',
    'name',
    'content',
    'content_hash',
    'tags',
    'source_uri',
    'source_kind',
    'source_document',
    'author',
    'added_by',
  ),
  ...column('id', 'tunnels', 'label', 'added_by'),
  ...column('id', 'entities', 'name', 'name_key', 'aliases', 'alias_keys', 'type'),
  ...column('id', 'facts', 'predicate', 'source', 'added_by'),
  ...column('wing_id', 'mined_files', 'path', 'revision'),
  ...column('entity_id', 'revisions', 'before', 'after', 'content'),
  ...column('drawer_id', 'passages', 'lexemes'),
  ...column('drawer_id', 'passage_vectors', 'embedding'),
  // names in lines that tell of a change: rewritten with the revisions they tell of
  ...column(null, 'change_sets', 'summary'),
  // terms of many drawers together: added up, and dropped where nothing live has them
  ...column(null, 'statistic_deltas', 'terms'),
  ...column(null, 'term_statistics', 'term'),
  // found by the texts themselves
  ...column(null, 'jobs', 'payload', 'resume_point', 'result', 'error', 'progress'),
  ...column(null, 'job_outcomes', 'outcome'),
  ...column(null, 'job_events', 'progress'),
]

/** Columns of text, JSON or arrays that hold no content. */
export const contentFreeColumns: readonly string[] = [
  'palaces.name',
  'change_sets.actor',
  'change_sets.channel',
  'change_sets.session',
  'change_sets.operation',
  'change_sets.undoes',
  'change_sets.digest',
  'change_sets.seal',
  'revisions.entity',
  'revisions.kind',
  'revisions.purged',
  'facts.valid_from_precision',
  'facts.valid_to_precision',
  'mined_files.kind',
  'receipts.actor',
  'passage_vectors.profile',
  'jobs.kind',
  'jobs.status',
  'jobs.requested',
  'jobs.idempotency_key',
  'jobs.created_by',
  'job_events.kind',
  'job_events.status',
  'hook_settings.actor',
  'session_modes.actor',
  'session_modes.session',
  'session_modes.mode',
]

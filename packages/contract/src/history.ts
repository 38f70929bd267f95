import * as z from 'zod'
import * as field from './fields.ts'
import { operation } from './operation.ts'

/** Whatever has a history and can be in the trash. */
export const entityType = z.enum(['wing', 'room', 'drawer', 'tunnel', 'entity', 'fact'])
const revisionKind = z.enum(['create', 'text', 'meta', 'move', 'trash', 'restore', 'purge'])
const channel = z.enum(['http', 'mcp', 'cli', 'job'])

const ChangedEntity = z.object({
  type: entityType,
  id: field.id,
  address: z.string().nullable().describe('where it is now; null once it is purged'),
})

const origin = {
  change_set: field.id,
  at: field.instant,
  actor: z.string(),
  channel: z.string(),
  session: z.string().nullable(),
  operation: z.string(),
  summary: z.string(),
}

export const Change = z
  .object({ ...origin, entity: ChangedEntity, number: z.int(), kind: revisionKind })
  .meta({ id: 'Change' })
export type Change = z.output<typeof Change>

export const changeFilters = {
  wing: field.wing.optional().describe('only what is in this wing'),
  actor: z.string().max(256).optional().describe('only what this one changed'),
  channel: channel.optional().describe('only what came in this way'),
  session: z.string().max(256).optional().describe('only what this session changed'),
  kind: revisionKind.optional().describe('only revisions of this kind'),
  since: field.instant.optional().describe('only what was changed at or after this instant'),
}

const fields = z.record(z.string(), z.unknown()).nullable()

const TextDiff = z.object({
  too_large: z.boolean().describe('true when the texts are too large or too different to compare in time'),
  hunks: z
    .array(z.object({ from_line: z.int(), to_line: z.int(), lines: z.array(z.string()) }))
    .optional()
    .describe('by line: runs of changed lines with three around them; each begins with a blank, - or +'),
  parts: z
    .array(
      z.object({
        op: z.enum(['same', 'added', 'removed', 'skipped']),
        text: z.string(),
        length: z.int().describe('in UTF-16 code units, also of what is skipped'),
      }),
    )
    .optional()
    .describe('by word: what stayed, came and went'),
})

/** What a write would change, or changed: fields and text of one thing. */
export const EntityDiff = z.object({ entity: ChangedEntity, before: fields, after: fields, text: TextDiff.optional() })
export type EntityDiff = z.output<typeof EntityDiff>

export const dryRun = z.boolean().default(false).describe('only show what it would do')
const force = z.boolean().default(false).describe('also what was changed since by others')

const Undone = z.object({
  change_set: field.changeSet,
  dry_run: z.boolean(),
  undone: z.array(ChangedEntity.extend({ kinds: z.array(z.string()) })).describe('the first 1,000'),
  undone_count: z.int(),
  skipped: z.array(z.object({ entity: ChangedEntity, reason: z.string() })).describe('left alone; the first 1,000'),
  skipped_count: z.int(),
  diff: z.array(EntityDiff).optional().describe('of a dry run: what would change, the first 20'),
})

export const changes = {
  'change.list': operation({
    summary: 'list what changed, newest first',
    description: 'Revisions of things that are live; with what is in the trash, its revisions are out of sight.',
    access: 'read',
    http: { method: 'get', path: '/changes' },
    command: { name: 'changes' },
    input: z.strictObject({ ...changeFilters, limit: field.limit(50), cursor: field.cursor }),
    output: z.object({ items: z.array(Change), next_cursor: field.nextCursor }),
    errors: ['wing.not_found'],
  }),
  'change.next': operation({
    summary: 'list what changed after a position, oldest first',
    description:
      'What /api/changes/stream sends: pass position as after to go on, and nothing is missed or sent twice.',
    access: 'read',
    http: { method: 'get', path: '/changes/next' },
    input: z.strictObject({
      ...changeFilters,
      after: z
        .string()
        .regex(/^(now|\d{1,15}(:[0-9a-f-]{36}:\d{1,9})?)$/)
        .default('0')
        .describe('a position; 0 for the beginning, now for nothing but what comes'),
      limit: field.limit(100),
    }),
    output: z.object({ items: z.array(Change.extend({ position: z.string() })), position: z.string() }),
    errors: ['wing.not_found'],
  }),
  'change.verify': operation({
    summary: 'check that the history is as it was written',
    description:
      'Change sets form a chain of digests. Gives its head, to be kept elsewhere, and the first link that does not hold. ' +
      'A cut off end shows only against a head that was kept.',
    access: 'administer',
    http: { method: 'get', path: '/changes/verify' },
    command: { name: 'changes verify' },
    input: z.strictObject({
      head: z
        .string()
        .regex(/^\d{1,15}:[0-9a-f]{64}$/, 'is NUMBER:SEAL as it was printed')
        .optional()
        .describe('a head that was kept elsewhere, NUMBER:SEAL'),
    }),
    output: z.object({
      intact: z.boolean(),
      checked: z.int().describe('how many links hold, from the first on'),
      unsealed: z.int().describe('change sets that are not linked yet'),
      head: z.string().describe('NUMBER:SEAL of the last link'),
      broken: z
        .object({ number: z.int().nullable(), change_set: field.id.nullable(), reason: z.string() })
        .optional()
        .describe('the first link that does not hold'),
    }),
    errors: [],
  }),
  'change.undo_session': operation({
    summary: 'undo everything that a session changed',
    description: 'In one change set, newest first. What others changed since is left alone and listed.',
    access: 'write',
    http: { method: 'post', path: '/changes/undo' },
    input: z.strictObject({ session: z.string().min(1).max(256), dry_run: dryRun, force }),
    output: Undone,
    errors: ['change.not_found', 'palace.busy'],
  }),
  'change.show': operation({
    summary: 'show a change set and all it did',
    access: 'read',
    http: { method: 'get', path: '/changes/{change_set}' },
    command: { name: 'changes show', argument: 'change_set' },
    input: z.strictObject({ change_set: field.id, limit: field.limit(50), cursor: field.cursor }),
    output: z.object({
      ...origin,
      undoes: z.array(field.id).describe('change sets that it reversed'),
      undone_by: z.array(field.id).describe('change sets that reversed it'),
      digest: z.string().nullable(),
      number: z.int().nullable().describe('its place in the chain; null for a moment after it was written'),
      seal: z.string().nullable(),
      revisions: z.int(),
      items: z.array(
        z.object({
          entity: ChangedEntity,
          number: z.int(),
          kind: revisionKind,
          trashed: z.boolean(),
          purged: z.boolean(),
          before: fields,
          after: fields,
        }),
      ),
      next_cursor: field.nextCursor,
    }),
    errors: ['change.not_found'],
  }),
  'change.undo': operation({
    summary: 'undo a change set',
    description: 'As a new change set, which can be undone itself. What others changed since is left alone and listed.',
    access: 'write',
    http: { method: 'post', path: '/changes/{change_set}/undo' },
    input: z.strictObject({ change_set: field.id, dry_run: dryRun, force }),
    output: Undone,
    errors: ['change.not_found', 'palace.busy'],
  }),
}

const Revision = z.object({
  number: z.int(),
  kind: revisionKind,
  at: field.instant,
  actor: z.string(),
  channel: z.string(),
  session: z.string().nullable(),
  operation: z.string(),
  change_set: field.id,
  summary: z.string(),
  before: fields,
  after: fields,
})
const marked = {
  trashed: z.literal(true).optional().describe('only there when it is in the trash'),
  deleted_at: field.instant.optional(),
}
const drawerId = field.id.describe('drawer id')
const revisionNumber = z.int().min(1).max(2_147_483_647)

export const revisions = {
  'revision.list': operation({
    summary: 'list the revisions of a drawer, newest first, also of one in the trash',
    access: 'read',
    http: { method: 'get', path: '/drawers/{id}/revisions' },
    command: { name: 'drawers history', argument: 'id' },
    input: z.strictObject({ id: drawerId, limit: field.limit(50), cursor: field.cursor }),
    output: z.object({ items: z.array(Revision), next_cursor: field.nextCursor, ...marked }),
    errors: ['drawer.not_found'],
  }),
  'revision.show': operation({
    summary: 'show a drawer as it was at a revision',
    access: 'read',
    http: { method: 'get', path: '/drawers/{id}/revisions/{number}' },
    input: z.strictObject({ id: drawerId, number: revisionNumber }),
    output: Revision.extend({
      id: field.id,
      content: z.string(),
      name: z.string().nullable(),
      tags: z.array(z.string()),
      ...marked,
    }),
    errors: ['drawer.not_found', 'revision.not_found'],
  }),
  'revision.diff': operation({
    summary: 'compare two revisions of a drawer',
    description:
      'By line up to 4 MB of text, by word up to 512 KB, half a second at most; otherwise too_large is true.',
    access: 'read',
    http: { method: 'get', path: '/drawers/{id}/diff' },
    command: { name: 'drawers diff', argument: 'id' },
    input: z.strictObject({
      id: drawerId,
      from: revisionNumber.optional().describe('revision; the one before when not given'),
      to: revisionNumber.optional().describe('revision; the last one when not given'),
      by: z.enum(['line', 'word']).default('line'),
    }),
    output: EntityDiff.extend({ from: z.int(), to: z.int(), text: TextDiff, ...marked }),
    errors: ['drawer.not_found', 'revision.not_found'],
  }),
  'revision.revert': operation({
    summary: 'bring a drawer back to a revision, as a new one',
    description: 'Its text, its name and tags, or both; its place stays. A drawer in the trash is restored first.',
    access: 'write',
    http: { method: 'post', path: '/drawers/{id}/revert' },
    command: { name: 'drawers revert', argument: 'id' },
    input: z.strictObject({
      id: drawerId,
      to: revisionNumber.describe('the revision it becomes again'),
      what: z.enum(['text', 'meta', 'both']).default('both'),
      expected_revision: field.expectedRevision,
      dry_run: dryRun,
    }),
    output: z.object({
      id: field.id,
      revision: z.int(),
      updated_fields: z.array(z.string()),
      dry_run: z.boolean(),
      diff: EntityDiff,
      change_set: field.changeSet,
    }),
    errors: ['drawer.not_found', 'revision.not_found', 'drawer.name_taken', 'revision.stale'],
  }),
}

import * as z from 'zod'
import * as field from './fields.ts'
import { changeFilters } from './history.ts'
import { operation } from './operation.ts'

// the history as agents use it, in the names that their other tools have

const drawerId = field.id
const dryRun = z.boolean().default(false)
// the list of tools is read whole by every agent, so it says of a row only that it is one; the twin over REST says it all
const listed = z.array(z.looseObject({}))
const { wing, actor, channel, session, kind, since } = changeFilters
const bare = <T extends z.ZodType>(schema: z.ZodOptional<T>) => schema.unwrap().optional()
const onRequest = 'Use it only when the user asked for it.'

export const historyTools = {
  'tool.trash': operation({
    summary: 'list what is in the trash, newest first',
    access: 'read',
    http: { method: 'post', path: '/tools/trash' },
    tool: { name: 'trash', title: 'Trash' },
    input: z.strictObject({ wing: field.wing.optional(), limit: field.limit(20), cursor: field.cursor }),
    output: z.object({ items: listed, next_cursor: field.nextCursor }),
    errors: [],
  }),
  'tool.undelete': operation({
    summary: 'bring one thing, or all that one delete took, back from the trash',
    description: onRequest,
    access: 'write',
    http: { method: 'post', path: '/tools/undelete' },
    tool: { name: 'undelete', title: 'Undelete' },
    input: z.strictObject({
      drawer_id: drawerId.optional().describe('id of a drawer, tunnel, entity or fact'),
      change_set: field.id.optional(),
      name: field.name.optional().describe('another name'),
      parents: z.boolean().default(false).describe('its room and wing as well'),
      dry_run: dryRun,
    }),
    output: z.looseObject({
      success: z.boolean(),
      wings: z.int(),
      rooms: z.int(),
      drawers: z.int(),
      dry_run: z.boolean(),
      change_set: field.changeSet,
    }),
    errors: ['trash.not_found', 'trash.parent_trashed', 'drawer.name_taken', 'fact.overlaps', 'tunnel.exists'],
  }),
  'tool.revisions': operation({
    summary: 'tell what changed: lately, in one drawer (also a trashed one), or in one change set',
    access: 'read',
    http: { method: 'post', path: '/tools/revisions' },
    tool: { name: 'revisions', title: 'Revisions' },
    input: z.strictObject({
      drawer_id: drawerId.optional(),
      change_set: field.id.optional(),
      number: z.int().min(1).max(2_147_483_647).optional().describe('with a drawer: this revision, with its text'),
      wing: bare(wing),
      actor: bare(actor),
      channel: bare(channel),
      session: bare(session),
      kind: bare(kind),
      since: bare(since),
      limit: field.limit(20),
      cursor: field.cursor,
    }),
    output: z.object({
      items: listed,
      next_cursor: field.nextCursor,
      trashed: z.boolean().optional(),
      deleted_at: field.instant.optional(),
      content: z.string().optional(),
    }),
    errors: ['drawer.not_found', 'change.not_found', 'revision.not_found', 'wing.not_found'],
  }),
  'tool.revert': operation({
    summary: 'bring a drawer back to an earlier revision',
    description: `A new revision with the text, the name and tags, or both as they were. ${onRequest}`,
    access: 'write',
    http: { method: 'post', path: '/tools/revert' },
    tool: { name: 'revert', title: 'Revert' },
    input: z.strictObject({
      drawer_id: drawerId,
      to: z.int().min(1).max(2_147_483_647).describe('revision number'),
      what: z.enum(['text', 'meta', 'both']).default('both'),
      dry_run: dryRun,
    }),
    output: z.object({
      success: z.boolean(),
      drawer_id: field.id,
      revision: z.int(),
      updated_fields: z.array(z.string()),
      dry_run: z.boolean(),
      diff: z.array(z.string()).describe('changed lines, with - and +'),
      change_set: field.changeSet,
    }),
    errors: ['drawer.not_found', 'revision.not_found', 'drawer.name_taken'],
  }),
  'tool.undo': operation({
    summary: 'undo a change set, or all that a session changed',
    description: `What others changed since is left alone and listed. ${onRequest}`,
    access: 'write',
    http: { method: 'post', path: '/tools/undo' },
    tool: { name: 'undo', title: 'Undo' },
    input: z.strictObject({
      change_set: field.id.optional(),
      session: z.string().min(1).max(256).optional().describe('"this" for the current one, or its id'),
      dry_run: dryRun,
      force: z.boolean().default(false).describe('also what was changed since by others'),
    }),
    output: z.object({
      success: z.boolean(),
      change_set: field.changeSet,
      undone: listed,
      undone_count: z.int(),
      skipped: listed,
    }),
    errors: ['change.not_found', 'palace.busy'],
  }),
}

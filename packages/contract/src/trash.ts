import * as z from 'zod'
import * as field from './fields.ts'
import { dryRun, entityType } from './history.ts'
import { operation } from './operation.ts'

export const TrashItem = z
  .object({
    type: entityType,
    id: field.id,
    name: z.string().nullable(),
    address: z.string().describe('where it was'),
    deleted_at: field.instant,
    deleted_by: z.string(),
    channel: z.string(),
    session: z.string().nullable(),
    operation: z.string(),
    change_set: field.id.describe('the delete; restoring it brings back all it took'),
    rooms: z.int().describe('rooms that went with it'),
    drawers: z.int().describe('drawers that went with it'),
    facts: z.int().describe('facts that went with it'),
    parents: z.array(z.string()).describe('what it was in that is in the trash as well'),
  })
  .meta({ id: 'TrashItem' })
export type TrashItem = z.output<typeof TrashItem>

const what = {
  id: field.id.optional().describe('one thing, with what its delete took along'),
  change_set: field.id.optional().describe('all that a change set took'),
}
const counts = {
  wings: z.int(),
  rooms: z.int(),
  drawers: z.int(),
  tunnels: z.int(),
  entities: z.int(),
  facts: z.int(),
}

const trashFilters = {
  actor: z.string().max(256).optional().describe('only what this one deleted'),
  type: entityType.optional().describe('only things of this kind'),
  wing: field.wing.optional().describe('only what was in this wing'),
  since: field.instant.optional().describe('only what was deleted at or after this instant'),
  until: field.instant.optional().describe('only what was deleted before this instant'),
  change_set: field.id.optional().describe('all that this change set took, not only the topmost'),
}

export const trash = {
  'trash.list': operation({
    summary: 'list what is in the trash, newest first',
    description: 'What went with a wing or room shows as its counts.',
    access: 'read',
    http: { method: 'get', path: '/trash' },
    command: { name: 'trash list' },
    input: z.strictObject({ ...trashFilters, limit: field.limit(50), cursor: field.cursor }),
    output: z.object({ items: z.array(TrashItem), next_cursor: field.nextCursor }),
    errors: [],
  }),
  'trash.restore': operation({
    summary: 'bring back what a delete took',
    description:
      'Exactly what went with it, not what was in the trash before. A taken name is refused: as gives another. What it ' +
      'was in has to be there, or comes back with parents.',
    access: 'write',
    http: { method: 'post', path: '/trash/restore' },
    input: z.strictObject({
      ...what,
      as: field.name.optional().describe('another name for it'),
      parents: z.boolean().default(false).describe('bring back what it was in as well'),
      dry_run: dryRun,
    }),
    output: z.object({ ...counts, dry_run: z.boolean(), change_set: field.changeSet }),
    errors: [
      'trash.not_found',
      'trash.parent_trashed',
      'wing.name_taken',
      'room.name_taken',
      'drawer.name_taken',
      'entity.name_taken',
      'fact.overlaps',
      'tunnel.exists',
      'palace.path_invalid',
    ],
  }),
  'trash.purge': operation({
    summary: 'erase what is in the trash for good',
    description:
      'One thing with all that is in it, or what went there more than so many days ago, 1,000 things at a time. Texts, ' +
      'names and index go, the revisions stay as blanks, and a receipt without content is kept.',
    access: 'administer',
    destructive: true,
    http: { method: 'post', path: '/trash/purge' },
    input: z.strictObject({
      id: field.id.optional().describe('one thing with all that is in it'),
      older_than_days: z.int().min(0).max(36_500).optional().describe('all that was deleted longer ago'),
      dry_run: dryRun,
    }),
    output: z.object({
      purged: z.object({ ...counts, revisions: z.int() }),
      more: z.boolean().describe('whether more is old enough: call again'),
      receipt: field.id.nullable().describe('the proof that is kept; null when nothing was purged'),
      dry_run: z.boolean(),
      change_set: field.changeSet,
    }),
    errors: ['trash.not_found', 'palace.busy'],
  }),
  'trash.show': operation({
    summary: 'show one thing of the trash with its history',
    access: 'read',
    http: { method: 'get', path: '/trash/{id}' },
    command: { name: 'trash show', argument: 'id' },
    input: z.strictObject({ id: field.id.describe('id of a thing in the trash'), limit: field.limit(50) }),
    output: TrashItem.extend({
      history: z.array(
        z.object({
          number: z.int(),
          kind: z.string(),
          at: field.instant,
          actor: z.string(),
          channel: z.string(),
          change_set: field.id,
          summary: z.string(),
        }),
      ),
    }),
    errors: ['trash.not_found'],
  }),
}

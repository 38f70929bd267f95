import * as z from 'zod'
import * as field from './fields.ts'
import { operation } from './operation.ts'

export const Wing = z
  .object({
    id: field.id,
    name: z.string(),
    description: z.string(),
    revision: z.int(),
    rooms: z.int().describe('live rooms, counted now'),
    drawers: z.int().describe('live drawers, counted now'),
    created_at: field.instant,
    updated_at: field.instant,
  })
  .meta({ id: 'Wing' })
export type Wing = z.output<typeof Wing>

const CreatedWing = Wing.extend({
  created: z.boolean().describe('false when it was there already'),
  near: z.string().optional().describe('a live wing whose name differs only in case or separators'),
  change_set: field.changeSet,
})

export const wings = {
  'wing.create': operation({
    summary: 'create a wing',
    description: 'An existing wing comes back as it is, with created false.',
    access: 'write',
    idempotent: true,
    http: { method: 'post', path: '/wings', status: 201 },
    command: { name: 'wings create', address: ['name'] },
    input: z.strictObject({
      name: field.name.describe('1 to 128 characters, no slash, not shaped like a UUID'),
      description: field.description.optional(),
      strict: field.strict,
    }),
    output: CreatedWing,
    errors: ['palace.path_invalid', 'palace.name_near'],
  }),
  'wing.list': operation({
    summary: 'list wings',
    access: 'read',
    http: { method: 'get', path: '/wings' },
    command: { name: 'wings list' },
    input: z.strictObject({
      prefix: z.string().max(256).optional().describe('only names that begin so'),
      limit: field.limit(50),
      cursor: field.cursor,
      as_of: field.asOf,
    }),
    output: z.object({ items: z.array(Wing), next_cursor: field.nextCursor }),
    errors: [],
  }),
  'wing.show': operation({
    summary: 'show a wing',
    access: 'read',
    http: { method: 'get', path: '/wings/{wing}' },
    command: { name: 'wings show', address: ['wing'] },
    input: z.strictObject({ wing: field.wing, as_of: field.asOf }),
    output: Wing,
    errors: ['wing.not_found'],
  }),
  'wing.update': operation({
    summary: 'rename or describe a wing',
    access: 'write',
    idempotent: true,
    http: { method: 'patch', path: '/wings/{wing}' },
    command: { name: 'wings edit', address: ['wing'] },
    input: z.strictObject({
      wing: field.wing,
      name: field.name.optional().describe('its new name'),
      description: field.description.optional(),
      expected_revision: field.expectedRevision,
    }),
    output: Wing.extend({ change_set: field.changeSet }),
    errors: ['wing.not_found', 'wing.name_taken', 'palace.path_invalid', 'revision.stale'],
  }),
  'wing.merge': operation({
    summary: 'merge a wing into another',
    description:
      'Its rooms move over; a room whose name the other wing has is merged into that room. The emptied wing goes to the trash.',
    access: 'write',
    http: { method: 'post', path: '/wings/{wing}/merge' },
    command: { name: 'wings merge', address: ['wing'] },
    input: z.strictObject({ wing: field.wing, into: field.wing.describe('the wing that takes it all') }),
    output: Wing.extend({ change_set: field.changeSet }),
    errors: ['wing.not_found', 'drawer.name_taken', 'palace.busy'],
  }),
  'wing.delete': operation({
    summary: 'move a wing with its rooms and drawers to the trash',
    access: 'write',
    destructive: true,
    http: { method: 'delete', path: '/wings/{wing}' },
    command: { name: 'wings delete', address: ['wing'] },
    input: z.strictObject({ wing: field.wing, expected_revision: field.expectedRevision }),
    output: field.deleted,
    errors: ['wing.not_found', 'palace.busy', 'revision.stale'],
  }),
}

import * as z from 'zod'
import * as field from './fields.ts'
import { operation } from './operation.ts'

export const Room = z
  .object({
    id: field.id,
    wing: z.string(),
    wing_id: field.id,
    name: z.string(),
    description: z.string(),
    revision: z.int(),
    drawers: z.int().describe('live drawers, counted now'),
    created_at: field.instant,
    updated_at: field.instant,
  })
  .meta({ id: 'Room' })
export type Room = z.output<typeof Room>

const inWing = { wing: field.wing }
const addressed = { wing: field.wing, room: field.room }

export const rooms = {
  'room.create': operation({
    summary: 'create a room',
    description: 'A missing wing is made on the way. An existing room comes back as it is, with created false.',
    access: 'write',
    idempotent: true,
    http: { method: 'post', path: '/wings/{wing}/rooms', status: 201 },
    command: { name: 'rooms create', address: ['wing', 'name'] },
    input: z.strictObject({
      ...inWing,
      name: field.name.describe('1 to 128 characters, no slash, not shaped like a UUID'),
      description: field.description.optional(),
      strict: field.strict,
    }),
    output: Room.extend({
      created: z.boolean().describe('false when it was there already'),
      near: z.string().optional().describe('a live room of the wing whose name differs only in case or separators'),
      change_set: field.changeSet,
    }),
    errors: ['wing.not_found', 'palace.path_invalid', 'palace.name_near'],
  }),
  'room.list': operation({
    summary: 'list the rooms of a wing',
    access: 'read',
    http: { method: 'get', path: '/wings/{wing}/rooms' },
    command: { name: 'rooms list', address: ['wing'] },
    input: z.strictObject({
      ...inWing,
      prefix: z.string().max(256).optional().describe('only names that begin so'),
      limit: field.limit(50),
      cursor: field.cursor,
      as_of: field.asOf,
    }),
    output: z.object({ items: z.array(Room), next_cursor: field.nextCursor }),
    errors: ['wing.not_found'],
  }),
  'room.show': operation({
    summary: 'show a room',
    access: 'read',
    http: { method: 'get', path: '/wings/{wing}/rooms/{room}' },
    command: { name: 'rooms show', address: ['wing', 'room'] },
    input: z.strictObject({ ...addressed, as_of: field.asOf }),
    output: Room,
    errors: ['wing.not_found', 'room.not_found'],
  }),
  'room.update': operation({
    summary: 'rename or describe a room, or move it to another wing',
    access: 'write',
    idempotent: true,
    http: { method: 'patch', path: '/wings/{wing}/rooms/{room}' },
    command: { name: 'rooms edit', address: ['wing', 'room'] },
    input: z.strictObject({
      ...addressed,
      name: field.name.optional().describe('its new name'),
      description: field.description.optional(),
      to_wing: field.wing.optional().describe('the wing to move it to'),
      expected_revision: field.expectedRevision,
    }),
    output: Room.extend({ change_set: field.changeSet }),
    errors: ['wing.not_found', 'room.not_found', 'room.name_taken', 'palace.path_invalid', 'revision.stale'],
  }),
  'room.merge': operation({
    summary: 'merge a room into another',
    description:
      'Its drawers move over and the emptied room goes to the trash. A drawer name that both have refuses it.',
    access: 'write',
    http: { method: 'post', path: '/wings/{wing}/rooms/{room}/merge' },
    command: { name: 'rooms merge', address: ['wing', 'room'] },
    input: z.strictObject({
      ...addressed,
      to_wing: field.wing.optional().describe('the wing of the room that takes it all; the same one when not given'),
      into: field.room.describe('the room that takes it all'),
    }),
    output: Room.extend({ change_set: field.changeSet }),
    errors: ['wing.not_found', 'room.not_found', 'drawer.name_taken', 'palace.busy'],
  }),
  'room.delete': operation({
    summary: 'move a room with its drawers to the trash',
    access: 'write',
    destructive: true,
    http: { method: 'delete', path: '/wings/{wing}/rooms/{room}' },
    command: { name: 'rooms delete', address: ['wing', 'room'] },
    input: z.strictObject({ ...addressed, expected_revision: field.expectedRevision }),
    output: field.deleted,
    errors: ['wing.not_found', 'room.not_found', 'palace.busy', 'revision.stale'],
  }),
}

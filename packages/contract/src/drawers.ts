import * as z from 'zod'
import * as field from './fields.ts'
import { operation } from './operation.ts'

const described = {
  id: field.id,
  wing: z.string(),
  room: z.string(),
  name: z.string().nullable(),
  tags: z.array(z.string()),
  source: z.object({
    uri: z.string().nullable(),
    kind: z.string().nullable(),
    document: z.string().nullable(),
    position: z.int().nullable(),
    author: z.string().nullable(),
    authored_at: field.instant.nullable(),
  }),
  added_by: z.string(),
  filed_at: field.instant,
  updated_at: field.instant,
  revision: z.int(),
  bytes: z.int().describe('length of the content in UTF-8'),
}

export const DrawerSummary = z
  .object({ ...described, preview: z.string().describe('the beginning of the content') })
  .meta({ id: 'DrawerSummary' })
export type DrawerSummary = z.output<typeof DrawerSummary>

export const Drawer = z
  .object({
    ...described,
    content: z.string().describe('the memory, byte for byte as it was given'),
    content_hash: z.string().describe('SHA-256 of the content in UTF-8, in hexadecimal'),
    trashed: z.boolean(),
    deleted_at: field.instant.nullable(),
  })
  .meta({ id: 'Drawer' })
export type Drawer = z.output<typeof Drawer>

const inRoom = { wing: field.wing, room: field.room }
const addressed = { ...inRoom, drawer: field.drawer }
const content = z.string().describe('the memory, kept word for word')

/** The filters that listing and searching share. */
export const drawerFilters = {
  tag: z.string().max(128).optional().describe('only drawers with this tag'),
  source: z
    .string()
    .max(4096)
    .optional()
    .describe('only drawers whose source is this or a part of it, or below it when it ends with /'),
  author: z.string().max(512).optional().describe('only what this author said or wrote'),
  since: field.instant.optional().describe('only what was authored, else filed, at or after this'),
  until: field.instant.optional().describe('only what was authored, else filed, before this'),
}

export const drawers = {
  'drawer.create': operation({
    summary: 'file a drawer',
    description:
      'Missing parents are made on the way. The same name and content again, or the same unnamed content in the room, ' +
      'comes back with created false; a name with other content is refused.',
    access: 'write',
    idempotent: true,
    http: { method: 'post', path: '/wings/{wing}/rooms/{room}/drawers', status: 201 },
    command: { name: 'drawers create', address: ['wing', 'room', 'name'], required: 2 },
    input: z.strictObject({
      ...inRoom,
      content,
      name: field.name.optional().describe('1 to 1,024 characters, may hold /; optional'),
      tags: field.tags.default([]),
      source: field.source.optional(),
      added_by: z.string().min(1).max(256).optional().describe('who files it'),
    }),
    output: Drawer.extend({
      created: z.boolean().describe('false when it was there already'),
      change_set: field.changeSet,
    }),
    errors: ['wing.not_found', 'room.not_found', 'palace.path_invalid', 'drawer.name_taken', 'input.too_large'],
  }),
  'drawer.list': operation({
    summary: 'list the drawers of a room',
    access: 'read',
    http: { method: 'get', path: '/wings/{wing}/rooms/{room}/drawers' },
    command: { name: 'drawers list', address: ['wing', 'room'] },
    input: z.strictObject({
      ...inRoom,
      prefix: z.string().max(1024).optional().describe('only names that begin so'),
      ...drawerFilters,
      sort: z.enum(['oldest', 'newest', 'name']).default('oldest').describe('by the time of filing, or by name'),
      limit: field.limit(50),
      cursor: field.cursor,
      as_of: field.asOf,
    }),
    output: z.object({ items: z.array(DrawerSummary), next_cursor: field.nextCursor }),
    errors: ['wing.not_found', 'room.not_found'],
  }),
  'drawer.show': operation({
    summary: 'show a drawer',
    access: 'read',
    http: { method: 'get', path: '/wings/{wing}/rooms/{room}/drawers/{drawer+}' },
    command: { name: 'drawers show', address: ['wing', 'room', 'drawer'] },
    input: z.strictObject({ ...addressed, as_of: field.asOf }),
    output: Drawer,
    errors: ['wing.not_found', 'room.not_found', 'drawer.not_found', 'palace.path_invalid'],
  }),
  'drawer.get': operation({
    summary: 'show a drawer by its id, also one in the trash',
    access: 'read',
    http: { method: 'get', path: '/drawers/{id}' },
    command: { name: 'drawers get', argument: 'id' },
    input: z.strictObject({ id: field.id.describe('drawer id'), as_of: field.asOf }),
    output: Drawer,
    errors: ['drawer.not_found'],
  }),
  'drawer.update': operation({
    summary: 'edit a drawer: text, name, tags, or the room it is in',
    description: 'Each change is a revision and the id stays. append adds to the text as it is at that moment.',
    access: 'write',
    http: { method: 'patch', path: '/wings/{wing}/rooms/{room}/drawers/{drawer+}' },
    command: { name: 'drawers edit', address: ['wing', 'room', 'drawer'] },
    input: z.strictObject({
      ...addressed,
      content: content.optional(),
      append: z.string().min(1).optional().describe('text to add at the end'),
      name: field.name.nullable().optional().describe('its new name; null takes the name away'),
      tags: field.tags.optional().describe('all its tags from now on'),
      to_wing: field.wing.optional().describe('the wing to move it to'),
      to_room: field.room.optional().describe('the room to move it to'),
      expected_revision: field.expectedRevision,
    }),
    output: Drawer.extend({ updated_fields: z.array(z.string()), change_set: field.changeSet }),
    errors: [
      'wing.not_found',
      'room.not_found',
      'drawer.not_found',
      'palace.path_invalid',
      'drawer.name_taken',
      'revision.stale',
      'input.too_large',
    ],
  }),
  'drawer.delete': operation({
    summary: 'move a drawer to the trash',
    access: 'write',
    destructive: true,
    http: { method: 'delete', path: '/wings/{wing}/rooms/{room}/drawers/{drawer+}' },
    command: { name: 'drawers delete', address: ['wing', 'room', 'drawer'] },
    input: z.strictObject({ ...addressed, expected_revision: field.expectedRevision }),
    output: field.deleted,
    errors: ['wing.not_found', 'room.not_found', 'drawer.not_found', 'palace.path_invalid', 'revision.stale'],
  }),
}

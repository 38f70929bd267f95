import * as z from 'zod'
import * as field from './fields.ts'
import { operation } from './operation.ts'

// operations whose shape agents already know; each stands over the same domain functions as its REST twin

const counts = z.record(z.string(), z.int())
const drawerId = field.id.describe('drawer id')

export const tools = {
  'tool.list_wings': operation({
    summary: 'list all wings with how many drawers each has',
    access: 'read',
    http: { method: 'post', path: '/tools/list_wings' },
    tool: { name: 'list_wings', title: 'List wings' },
    input: z.strictObject({}),
    output: z.object({ wings: counts }),
    errors: [],
  }),
  'tool.list_rooms': operation({
    summary: 'list the rooms of a wing, or of all, with how many drawers each has',
    access: 'read',
    http: { method: 'post', path: '/tools/list_rooms' },
    tool: { name: 'list_rooms', title: 'List rooms' },
    input: z.strictObject({ wing: field.wing.optional() }),
    output: z.object({ wing: z.string().nullable(), rooms: counts }),
    errors: ['wing.not_found'],
  }),
  'tool.get_taxonomy': operation({
    summary: 'give the whole tree of wings and rooms with drawer counts',
    access: 'read',
    http: { method: 'post', path: '/tools/get_taxonomy' },
    tool: { name: 'get_taxonomy', title: 'Taxonomy' },
    input: z.strictObject({ as_of: field.asOf }),
    output: z.object({ taxonomy: z.record(z.string(), counts) }),
    errors: [],
  }),
  'tool.get_drawer': operation({
    summary: 'read one drawer whole, also one in the trash',
    access: 'read',
    http: { method: 'post', path: '/tools/get_drawer' },
    tool: { name: 'get_drawer', title: 'Get drawer' },
    input: z.strictObject({ drawer_id: drawerId }),
    output: z.object({
      drawer_id: field.id,
      content: z.string(),
      wing: z.string(),
      room: z.string(),
      name: z.string().nullable(),
      tags: z.array(z.string()),
      revision: z.int(),
      trashed: z.boolean(),
      deleted_at: field.instant.nullable(),
      metadata: z.object({
        source_file: z.string().optional().describe('base name of the source'),
        source_uri: z.string().optional(),
        author: z.string().optional(),
        authored_at: field.instant.optional(),
        added_by: z.string(),
        filed_at: field.instant,
        updated_at: field.instant,
      }),
    }),
    errors: ['drawer.not_found'],
  }),
  'tool.list_drawers': operation({
    summary: 'list drawers with previews, by wing and room if given',
    access: 'read',
    http: { method: 'post', path: '/tools/list_drawers' },
    tool: { name: 'list_drawers', title: 'List drawers' },
    input: z.strictObject({
      wing: field.wing.optional(),
      room: field.room.optional(),
      source_file: z
        .string()
        .max(4096)
        .optional()
        .describe('only this source and its parts, or below it when it ends with /'),
      since: field.instant.optional(),
      until: field.instant.optional(),
      limit: field.limit(20, 100),
      offset: z.int().min(0).max(1_000_000).default(0),
      cursor: field.cursor,
    }),
    output: z.object({
      drawers: z.array(
        z.object({
          drawer_id: field.id,
          wing: z.string(),
          room: z.string(),
          name: z.string().nullable(),
          preview: z.string(),
          filed_at: field.instant,
        }),
      ),
      total: z.int(),
      limit: z.int(),
      offset: z.int(),
      next_cursor: field.nextCursor,
    }),
    errors: ['wing.not_found', 'room.not_found'],
  }),
  'tool.add_drawer': operation({
    summary: 'file verbatim content as a drawer',
    description:
      'The same content again in the room gives the drawer that is there. Wing and room are made when missing.',
    access: 'write',
    idempotent: true,
    http: { method: 'post', path: '/tools/add_drawer' },
    tool: { name: 'add_drawer', title: 'Add drawer' },
    input: z.strictObject({
      wing: field.wing,
      room: field.room,
      content: z.string().describe('the memory, kept word for word'),
      name: field.name.optional(),
      tags: field.tags.default([]),
      source_file: z.string().max(4096).optional().describe('where it came from'),
      added_by: z.string().min(1).max(256).optional().describe('who files it (default mcp)'),
    }),
    output: z.object({
      success: z.boolean(),
      drawer_id: field.id,
      wing: z.string(),
      room: z.string(),
      created: z.boolean(),
      change_set: field.changeSet,
    }),
    errors: ['wing.not_found', 'room.not_found', 'palace.path_invalid', 'drawer.name_taken', 'input.too_large'],
  }),
  'tool.update_drawer': operation({
    summary: 'change content, wing, room, name or tags of a drawer',
    description: 'Every change is a revision that can be undone.',
    access: 'write',
    http: { method: 'post', path: '/tools/update_drawer' },
    tool: { name: 'update_drawer', title: 'Update drawer' },
    input: z.strictObject({
      drawer_id: drawerId,
      content: z.string().optional(),
      wing: field.wing.optional(),
      room: field.room.optional(),
      name: field.name.optional(),
      tags: field.tags.optional(),
      expected_revision: field.expectedRevision,
    }),
    output: z.object({
      success: z.boolean(),
      drawer_id: field.id,
      updated_fields: z.array(z.string()).describe('what really changed'),
      revision: z.int(),
      change_set: field.changeSet,
    }),
    errors: [
      'drawer.not_found',
      'wing.not_found',
      'room.not_found',
      'palace.path_invalid',
      'drawer.name_taken',
      'revision.stale',
    ],
  }),
  'tool.delete_drawer': operation({
    summary: 'move a drawer to the trash; it can be restored',
    access: 'write',
    destructive: true,
    http: { method: 'post', path: '/tools/delete_drawer' },
    tool: { name: 'delete_drawer', title: 'Delete drawer' },
    input: z.strictObject({ drawer_id: drawerId }),
    output: z.object({ success: z.boolean(), drawer_id: field.id, change_set: field.id, message: z.string() }),
    errors: ['drawer.not_found'],
  }),
}

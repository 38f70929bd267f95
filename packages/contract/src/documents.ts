import * as z from 'zod'
import * as field from './fields.ts'
import { operation } from './operation.ts'

// how a client mines its own files: it asks which are known, and sends the others

const path = z
  .string()
  .min(1)
  .max(2048)
  .describe(
    'what it is known by in its wing: its path relative to the root, with #page=3 or the like for a part, or the key of an exchange',
  )
const kind = z
  .enum(['file', 'chat', 'document'])
  .default('file')
  .describe('what the documents are; each kind has paths of its own')
const target = {
  wing: field.name.describe('target wing, made when missing'),
  room: field.name.optional().describe('one room for all; otherwise the top-level folder of each path'),
}

export const documents = {
  'document.compare': operation({
    summary: 'tell which documents of a source are filed already',
    access: 'read',
    http: { method: 'post', path: '/documents/compare' },
    input: z.strictObject({
      wing: target.wing,
      kind,
      documents: z
        .array(z.strictObject({ path, hash: z.string().length(64).describe('SHA-256 of the text, in hexadecimal') }))
        .max(1000),
    }),
    output: z.object({ unchanged: z.array(z.string()).describe('the paths that need not be sent') }),
    errors: ['palace.path_invalid'],
  }),
  'document.file': operation({
    summary: 'file documents of a source, a drawer a document',
    description: 'An unchanged document files nothing, a changed one becomes a text revision of its drawer.',
    access: 'write',
    idempotent: true,
    http: { method: 'post', path: '/documents' },
    input: z.strictObject({
      ...target,
      kind,
      documents: z
        .array(
          z.strictObject({
            path,
            uri: z.string().max(4096).optional().describe('where it is for whoever sends it'),
            content: z.string(),
            name: field.name.optional().describe('name of its drawer; the path when not given'),
            room: field.name.optional().describe('its room, unless one is given for all'),
            author: z.string().max(512).optional().describe('who said or wrote it'),
            authored_at: field.instant.optional().describe('when it was said or written'),
            position: z.int().min(0).max(2_147_483_647).optional().describe('its place in what it is a part of'),
            tags: field.tags.default([]),
          }),
        )
        .min(1)
        .max(200),
      added_by: z.string().min(1).max(256).optional().describe('who files it'),
    }),
    output: z.object({
      added: z.int(),
      updated: z.int(),
      unchanged: z.int(),
      errors: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })),
      change_set: field.changeSet,
    }),
    errors: ['palace.path_invalid', 'input.too_large'],
  }),
}

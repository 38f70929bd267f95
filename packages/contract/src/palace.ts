import * as z from 'zod'
import * as field from './fields.ts'
import { Mode } from './modes.ts'
import { operation } from './operation.ts'

export const palace = {
  'palace.status': operation({
    summary: 'tell what the palace holds and how it is',
    description: 'In the mode disabled it counts nothing.',
    access: 'read',
    touches: 'nothing',
    http: { method: 'get', path: '/status' },
    tool: { name: 'status', title: 'Status' },
    command: { name: 'status' },
    input: z.strictObject({
      brief: z.boolean().default(false).describe('leave the long texts out'),
      as_of: field.asOf,
    }),
    output: z.object({
      total_drawers: z.int().optional(),
      wings: z.int().optional(),
      rooms: z.int().optional(),
      passages: z.int().optional(),
      jobs: z.object({ queued: z.int(), running: z.int(), paused: z.int(), failed: z.int() }),
      mode: Mode.describe('how the memory may be used'),
      version: z.string(),
      database: z.string().describe('embedded or server'),
      embedding_profile: z.string().nullable().describe('null when no vectors are used'),
      protocol: z.string().optional().describe('how an agent should use the palace'),
      aaak_dialect: z.string().optional().describe('the compressed notation for diary lines'),
    }),
    errors: [],
  }),
}

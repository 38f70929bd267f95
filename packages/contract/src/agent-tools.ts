import * as z from 'zod'
import * as field from './fields.ts'
import { operation } from './operation.ts'

// the list of tools is read whole by every agent, so it says of a row only that it is one
const listed = z.array(z.looseObject({}))

export const agentTools = {
  'tool.check_duplicate': operation({
    summary: 'check whether a text is filed already',
    description: 'Grades: exact, contained (a large part of one in the other), similar.',
    access: 'read',
    http: { method: 'post', path: '/tools/check_duplicate' },
    tool: { name: 'check_duplicate', title: 'Check duplicate' },
    input: z.strictObject({
      content: z.string().min(1),
      threshold: z.number().min(0).max(1).default(0.87).describe('the least similarity of what is similar'),
    }),
    output: z.object({ is_duplicate: z.boolean(), matches: listed }),
    errors: [],
  }),
  'tool.get_aaak_spec': operation({
    summary: 'explain AAAK, the shorthand for diary lines',
    access: 'open',
    idempotent: true,
    http: { method: 'post', path: '/tools/get_aaak_spec' },
    tool: { name: 'get_aaak_spec', title: 'AAAK' },
    input: z.strictObject({}),
    output: z.object({ aaak_spec: z.string() }),
    errors: [],
  }),
  'tool.hook_settings': operation({
    summary: 'show or set how the hooks of your client save',
    access: 'open',
    idempotent: true,
    http: { method: 'post', path: '/tools/hook_settings' },
    tool: { name: 'hook_settings', title: 'Hook settings' },
    input: z.strictObject({
      silent_save: z.boolean().optional().describe('save without a message'),
      desktop_toast: z.boolean().optional().describe('tell on the desktop'),
    }),
    output: z.object({ silent_save: z.boolean(), desktop_toast: z.boolean() }),
    errors: [],
  }),
  'tool.reconnect': operation({
    summary: 'check the database and the vectors, and say what was found',
    access: 'read',
    http: { method: 'post', path: '/tools/reconnect' },
    tool: { name: 'reconnect', title: 'Reconnect' },
    input: z.strictObject({}),
    output: z.object({
      success: z.boolean(),
      message: z.string(),
      drawers: z.int(),
      vector_disabled: z.boolean(),
      vector_disabled_reason: z.string().optional(),
    }),
    errors: [],
  }),
  'tool.wake_up': operation({
    summary: 'give what to know at the start of a session: preferences, open items, facts, what is new',
    access: 'read',
    http: { method: 'post', path: '/tools/wake_up' },
    tool: { name: 'wake_up', title: 'Wake up' },
    command: { name: 'wake-up' },
    input: z.strictObject({
      wing: field.wing.optional(),
      budget_tokens: z.int().min(100).max(20_000).default(1000),
    }),
    output: z.object({
      facts: listed,
      preferences: listed,
      open: listed,
      recent: listed,
      truncated: z.boolean().describe('whether there is more than the budget allows'),
    }),
    errors: ['wing.not_found'],
  }),
}

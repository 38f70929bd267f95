import * as z from 'zod'
import { Mode } from './modes.ts'
import { operation } from './operation.ts'

export const sessions = {
  'tool.set_mode': operation({
    summary: 'say how the memory may be used for the rest of this session',
    description: 'read_only refuses what writes, disabled also what reads.',
    access: 'open',
    idempotent: true,
    http: { method: 'post', path: '/tools/set_mode' },
    tool: { name: 'set_mode', title: 'Set mode' },
    input: z.strictObject({ mode: Mode }),
    output: z.object({ mode: Mode }),
    errors: ['mode.forbidden'],
  }),
}

import * as z from 'zod'
import * as field from './fields.ts'
import { operation } from './operation.ts'

const agentName = z.string().min(1).max(256).describe('your name; case does not matter')
const wing = field.wing.optional().describe("another wing than the agent's own")

/** A diary entry as it is given, alone or with a checkpoint. */
export const diaryEntry = {
  agent_name: agentName,
  entry: z.string().describe('what to note, kept word for word; AAAK is welcome'),
  topic: z.string().trim().min(1).max(128).optional().describe('its topic (general when not given)'),
  wing,
}

const reading = {
  agent_name: agentName,
  last_n: field.limit(10),
  topic: z.string().trim().min(1).max(128).optional().describe('only entries of this topic'),
  wing,
}
const written = {
  success: z.boolean(),
  entry_id: field.id,
  agent: z.string(),
  topic: z.string(),
  timestamp: field.instant,
  created: z.boolean(),
  change_set: field.changeSet,
}
const entries = {
  agent: z.string(),
  entries: z.array(
    z.object({
      date: z.string().describe('its day in UTC'),
      timestamp: field.instant,
      topic: z.string(),
      content: z.string(),
    }),
  ),
  total: z.int(),
  showing: z.int(),
}

export const diary = {
  'diary.write': operation({
    summary: "write an entry in an agent's diary",
    description: 'Each agent has a wing of its own. The same entry again within a day gives the first.',
    access: 'write',
    idempotent: true,
    http: { method: 'post', path: '/diary', status: 201 },
    tool: { name: 'diary_write', title: 'Write diary' },
    command: { name: 'diary write', argument: 'entry' },
    input: z.strictObject(diaryEntry),
    output: z.object(written),
    errors: ['palace.path_invalid', 'input.too_large'],
  }),
  'diary.read': operation({
    summary: "read the last entries of an agent's diary, newest first",
    access: 'read',
    http: { method: 'get', path: '/diary' },
    tool: { name: 'diary_read', title: 'Read diary' },
    command: { name: 'diary read', argument: 'agent_name' },
    input: z.strictObject(reading),
    output: z.object(entries),
    errors: ['palace.path_invalid'],
  }),
}

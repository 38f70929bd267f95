import * as z from 'zod'
import { diaryEntry } from './diary.ts'
import * as field from './fields.ts'
import { Job } from './job.ts'
import { operation } from './operation.ts'
import { unstorable } from './parse.ts'

const bare = z.strictObject({
  wing: z.string(),
  room: z.string(),
  content: z.string().describe('kept word for word'),
  name: z.string().optional(),
  tags: z.array(z.string()).optional(),
})
const given = bare.extend({ source: field.source.optional() })
type Given = z.output<typeof given>

/**
 * An item of a checkpoint. Only its shape is checked when it is submitted: one that cannot be filed is to fail alone.
 * Text that no database holds is mended for the queue, and its fault goes along.
 */
const storable = (one: Given): Given & { fault?: string } => {
  const [fault] = unstorable(one)
  if (fault === undefined) return one
  // what was mended is a copy of the same shape
  return { ...(mended(one) as Given), fault: `${fault.field}: ${fault.message}` }
}
const items = <Item extends z.ZodType>(item: Item) =>
  z.array(item).min(1).max(10_000).describe('the memories to file, in order')

function mended(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '\u{FFFD}')
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, mended(inner)])
  return Array.isArray(value) ? entries.map(([, inner]) => inner as unknown) : Object.fromEntries(entries)
}

const saved = {
  items: items(given.transform(storable)),
  diary: z.strictObject(diaryEntry).optional().describe('a diary entry, written after them'),
  dedup_threshold: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe('also leave out what is so similar to any drawer (0.9 is near)'),
}

/** What the tags of an item have to be when it is filed. */
export const itemTags = field.tags

/** What a checkpoint's job takes. */
export const checkpointPayload = z.strictObject(saved)

const index = z.int().describe('which item, from 0')
const result = {
  added: z.array(
    z.object({ drawer_id: field.id, wing: z.string(), room: z.string(), name: z.string().optional(), index }),
  ),
  duplicates: z.array(
    z.object({
      index,
      matches: z.array(z.object({ id: field.id, wing: z.string(), room: z.string(), similarity: z.number() })),
    }),
  ),
  errors: z.array(
    z.object({
      index: index.nullable().describe('null for the diary entry'),
      code: z.string(),
      message: z.string(),
    }),
  ),
  diary: z.object({ entry_id: field.id, agent: z.string(), wing: z.string(), created: z.boolean() }).optional(),
}

/** What became of the items, one by one. */
export const CheckpointResult = z.object(result)
export type CheckpointResult = z.output<typeof CheckpointResult>

const urgency = {
  emergency: z.boolean().default(false).describe('before all other work'),
}
const key = z.string().min(1).max(256).optional().describe('the same key gives the first checkpoint')
const { added, duplicates, errors, diary } = result
const told = z.record(z.string(), z.unknown())
const perhaps = {
  added: added.optional(),
  duplicates: duplicates.optional(),
  errors: errors.optional(),
  diary,
}

export const checkpoint = {
  'checkpoint.save': operation({
    summary: 'save a session: many memories and a diary entry in one call',
    description:
      'A durable job that survives a crash and files nothing twice. An item that cannot be filed fails alone. Within ' +
      'wait the answer says item by item what became of it, later it is the job.',
    access: 'write',
    http: { method: 'post', path: '/checkpoint', status: 202 },
    input: z.strictObject({ ...saved, ...urgency, wait: field.wait(0), idempotency_key: key }),
    output: z.object({
      ...Job.partial().shape,
      job_id: field.id,
      pending: z.boolean().describe('whether the result is not there yet'),
      ...perhaps,
    }),
    errors: ['job.key_reused'],
  }),
  'tool.checkpoint': operation({
    summary: 'save a whole session in one call: the memories, then a diary entry',
    description:
      'It survives a crash and files nothing twice; an item that cannot be filed fails alone. Without a result in time ' +
      'it goes on: ask job for it.',
    access: 'write',
    http: { method: 'post', path: '/tools/checkpoint' },
    tool: { name: 'checkpoint', title: 'Checkpoint' },
    // lean, as every agent reads it before it does anything
    input: z.strictObject({
      ...saved,
      items: items(bare.transform(storable)),
      ...urgency,
      wait: field.wait(25),
      idempotency_key: key,
    }),
    output: z.object({
      job_id: field.id,
      status: z.string(),
      added: z.array(told).optional(),
      duplicates: z.array(told).optional(),
      errors: z.array(told).optional(),
      diary: told.optional(),
    }),
    errors: ['job.key_reused'],
  }),
  'tool.memories_filed_away': operation({
    summary: 'tell whether a checkpoint was saved, and what the last one filed',
    access: 'read',
    http: { method: 'post', path: '/tools/memories_filed_away' },
    tool: { name: 'memories_filed_away', title: 'Memories filed away' },
    input: z.strictObject({}),
    output: z.object({
      filed: z.boolean(),
      message_count: z.int(),
      timestamp: field.instant.nullable(),
    }),
    errors: [],
  }),
}

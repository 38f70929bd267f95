import * as z from 'zod'
import * as field from './fields.ts'
import { operation } from './operation.ts'

const time = z.string().max(64)
const entityName = z.string().min(1).max(1024)
const subject = entityName.describe('who or what it is about')
const predicate = z.string().min(1).max(256).describe('such as works_at')
const object = entityName.describe('who or what it is joined to')

export const Fact = z
  .object({
    id: field.id,
    subject: z.string(),
    predicate: z.string(),
    object: z.string(),
    valid_from: z.string().nullable().describe('when it began to hold; null when nobody said'),
    valid_to: z.string().nullable().describe('from when on it holds no more; null while it is open'),
    current: z.boolean(),
    standing: z.enum(['ended', 'current', 'upcoming']),
    single_valued: z.boolean(),
    confidence: z.number(),
    source: z.string().nullable(),
    source_drawer_id: z.string().nullable(),
    added_by: z.string(),
    revision: z.int(),
  })
  .meta({ id: 'Fact' })
export type Fact = z.output<typeof Fact>

// the list of tools is read whole by every agent, so it says of a fact only that it is one
const fact = z.looseObject({})
const facts = z.array(fact)

export const factOperations = {
  'fact.add': operation({
    summary: 'add a fact, with the time in which it holds',
    description:
      'Dates are YYYY, YYYY-MM, YYYY-MM-DD or an instant; it is not true any more at valid_to. Of a single-valued predicate (works_at) the open value ends.',
    access: 'write',
    idempotent: true,
    http: { method: 'post', path: '/facts', status: 201 },
    tool: { name: 'kg_add', title: 'Add fact' },
    command: { name: 'facts add', argument: ['subject', 'predicate', 'object'] },
    input: z.strictObject({
      subject,
      predicate,
      object,
      valid_from: time.optional(),
      valid_to: time.optional(),
      single_valued: z.boolean().optional().describe('one object at a time'),
      confidence: z.number().min(0).max(1).optional(),
      source_closet: z.string().max(4096).optional().describe('where it was read'),
      source_drawer_id: field.id.optional(),
    }),
    output: z.object({
      success: z.boolean(),
      triple_id: field.id,
      fact: z.string(),
      created: z.boolean().describe('false when it was known'),
      superseded: z.array(z.string()),
      change_set: field.changeSet,
    }),
    errors: ['fact.overlaps', 'drawer.not_found'],
  }),
  'fact.query': operation({
    summary: 'tell what is known of an entity, now or at a time',
    access: 'read',
    http: { method: 'get', path: '/facts' },
    tool: { name: 'kg_query', title: 'Query facts' },
    command: { name: 'facts query', argument: 'entity' },
    input: z.strictObject({
      entity: entityName.describe('name or alias; case does not matter'),
      as_of: time.optional().describe('only what held then'),
      direction: z.enum(['outgoing', 'incoming', 'both']).default('both'),
      known_at: field.instant.optional().describe('as it was recorded by then'),
    }),
    output: z.object({ entity: z.string(), as_of: z.string().nullable(), facts, count: z.int() }),
    errors: ['entity.not_found'],
  }),
  'fact.invalidate': operation({
    summary: 'say that a fact holds no more',
    access: 'write',
    http: { method: 'post', path: '/facts/invalidate' },
    tool: { name: 'kg_invalidate', title: 'Invalidate fact' },
    command: { name: 'facts invalidate', argument: ['subject', 'predicate', 'object'] },
    input: z.strictObject({ subject, predicate, object, ended: time.optional().describe('when; now if not given') }),
    output: z.object({
      success: z.boolean(),
      fact: z.string(),
      ended: z.string(),
      changed: z.int(),
      change_set: field.changeSet,
    }),
    errors: ['entity.not_found', 'fact.not_found'],
  }),
  'fact.supersede': operation({
    summary: 'replace a value at one instant',
    description: 'At that instant only the new one is true.',
    access: 'write',
    idempotent: true,
    http: { method: 'post', path: '/facts/supersede' },
    tool: { name: 'kg_supersede', title: 'Supersede fact' },
    command: { name: 'facts supersede', argument: ['subject', 'predicate', 'old_object', 'new_object'] },
    input: z.strictObject({
      subject,
      predicate,
      old_object: entityName,
      new_object: entityName,
      at: time.optional().describe('when; now if not given'),
    }),
    output: z.object({
      success: z.boolean(),
      triple_id: field.id,
      fact: z.string(),
      superseded: z.boolean().describe('whether the old value was open'),
      change_set: field.changeSet,
    }),
    errors: ['fact.overlaps'],
  }),
  'fact.timeline': operation({
    summary: 'tell facts in the order of time, of one entity or of all',
    access: 'read',
    http: { method: 'get', path: '/facts/timeline' },
    tool: { name: 'kg_timeline', title: 'Timeline' },
    command: { name: 'facts timeline' },
    input: z.strictObject({
      entity: entityName.optional(),
      limit: field.limit(50),
      cursor: field.cursor,
    }),
    output: z.object({
      entity: z.string().nullable(),
      timeline: facts,
      count: z.int(),
      total: z.int(),
      next_cursor: field.nextCursor,
    }),
    errors: ['entity.not_found'],
  }),
  'fact.stats': operation({
    summary: 'count entities and facts',
    access: 'read',
    http: { method: 'get', path: '/facts/stats' },
    tool: { name: 'kg_stats', title: 'Fact statistics' },
    command: { name: 'facts stats' },
    input: z.strictObject({}),
    output: z.object({
      entities: z.int(),
      triples: z.int(),
      current_facts: z.int(),
      expired_facts: z.int(),
      upcoming_facts: z.int(),
      relationship_types: z.array(z.string()),
    }),
    errors: [],
  }),
  'fact.show': operation({
    summary: 'show a fact with its history',
    access: 'read',
    http: { method: 'get', path: '/facts/{id}' },
    command: { name: 'facts show', argument: 'id' },
    input: z.strictObject({ id: field.id.describe('fact id') }),
    output: Fact.extend({ history: z.array(z.looseObject({})) }),
    errors: ['fact.not_found'],
  }),
  'fact.delete': operation({
    summary: 'move a fact that never was true to the trash',
    description: 'What was true once is invalidated instead.',
    access: 'write',
    destructive: true,
    http: { method: 'delete', path: '/facts/{id}' },
    command: { name: 'facts delete', argument: 'id' },
    input: z.strictObject({ id: field.id.describe('fact id') }),
    output: z.object({ fact: z.string(), facts: z.int(), change_set: field.id }),
    errors: ['fact.not_found'],
  }),
}

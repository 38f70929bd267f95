import * as z from 'zod'
import * as field from './fields.ts'
import { operation } from './operation.ts'

export const Entity = z
  .object({
    id: field.id,
    name: z.string(),
    aliases: z.array(z.string()),
    type: z.string(),
    facts: z.int().describe('facts that name it, whenever they hold'),
    revision: z.int(),
    created_at: field.instant,
    updated_at: field.instant,
  })
  .meta({ id: 'Entity' })
export type Entity = z.output<typeof Entity>

const entity = z.string().min(1).max(1024).describe('name, alias or id; case and accents do not matter')
const errors = ['entity.not_found'] as const

export const entityOperations = {
  'entity.list': operation({
    summary: 'list who and what is known',
    access: 'read',
    http: { method: 'get', path: '/entities' },
    command: { name: 'entities list' },
    input: z.strictObject({
      type: z.string().max(128).optional().describe('only of this type'),
      prefix: z.string().max(256).optional().describe('only names that begin so'),
      limit: field.limit(50),
      cursor: field.cursor,
    }),
    output: z.object({ items: z.array(Entity), next_cursor: field.nextCursor }),
    errors: [],
  }),
  'entity.show': operation({
    summary: 'show an entity',
    access: 'read',
    http: { method: 'get', path: '/entities/{entity}' },
    command: { name: 'entities show', argument: 'entity' },
    input: z.strictObject({ entity }),
    output: Entity,
    errors,
  }),
  'entity.update': operation({
    summary: 'rename an entity, give it aliases or a type',
    access: 'write',
    http: { method: 'patch', path: '/entities/{entity}' },
    command: { name: 'entities update', argument: 'entity' },
    input: z.strictObject({
      entity,
      name: z.string().max(1024).optional(),
      aliases: z.array(z.string().max(1024)).max(64).optional().describe('all of them, in place of those it has'),
      type: z.string().max(128).optional().describe('such as person, project or tool'),
    }),
    output: Entity.extend({ updated_fields: z.array(z.string()), change_set: field.changeSet }),
    errors: [...errors, 'entity.name_taken'],
  }),
  'entity.merge': operation({
    summary: 'make two entities one',
    description: 'The other one gets its names and facts; it goes to the trash with what both had.',
    access: 'write',
    http: { method: 'post', path: '/entities/{entity}/merge' },
    command: { name: 'entities merge', argument: 'entity' },
    input: z.strictObject({ entity, into: z.string().min(1).max(1024).describe('the entity that stays') }),
    output: Entity.extend({
      moved: z.int().describe('facts that it got'),
      dropped: z.int().describe('facts that both had, or that joined the two'),
      change_set: field.changeSet,
    }),
    errors: [...errors, 'fact.overlaps'],
  }),
  'entity.delete': operation({
    summary: 'move an entity to the trash, with the facts that name it',
    access: 'write',
    destructive: true,
    http: { method: 'delete', path: '/entities/{entity}' },
    command: { name: 'entities delete', argument: 'entity' },
    input: z.strictObject({ entity }),
    output: z.object({ entities: z.int(), facts: z.int(), change_set: field.id }),
    errors,
  }),
}

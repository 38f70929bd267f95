import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant, loci, palaceId } from './palaces.ts'

export const jobStatuses = ['queued', 'running', 'paused', 'completed', 'failed', 'cancelled'] as const

export const jobs = loci.table(
  'jobs',
  {
    palaceId: palaceId(),
    id: uuid('id').notNull(),
    kind: text('kind').notNull(),
    status: text('status', { enum: jobStatuses }).notNull().default('queued'),
    /** 100 critical, 75 high, 50 normal, 25 low, 0 background. */
    priority: integer('priority').notNull().default(50),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    /** Whether it changes the palace: such a job holds off the delete of wings and rooms until it ends. */
    writesPalace: boolean('writes_palace').notNull(),
    /** What was asked of a running job, obeyed at its next item. */
    requested: text('requested', { enum: ['pause', 'cancel', 'yield'] }),
    progress: jsonb('progress')
      .$type<{ current: number; total: number | null; message: string }>()
      .notNull()
      .default({ current: 0, total: null, message: '' }),
    resumePoint: jsonb('resume_point').$type<Record<string, unknown>>(),
    result: jsonb('result').$type<Record<string, unknown>>(),
    error: jsonb('error').$type<{ code: string; message: string; help: string }>(),
    /** The run it is at: one more with every claim, given back by a run that ended without a fault of its own. */
    attempt: integer('attempt').notNull().default(0),
    recoveries: integer('recoveries').notNull().default(0),
    maxAttempts: integer('max_attempts').notNull().default(3),
    /** The fence: a new one with every claim, so that a worker that lost its lease can write no more. */
    lease: uuid('lease'),
    leaseUntil: instant('lease_until'),
    runAt: instant('run_at').notNull().defaultNow(),
    idempotencyKey: text('idempotency_key'),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    startedAt: instant('started_at'),
    completedAt: instant('completed_at'),
  },
  (t) => [
    primaryKey({ name: 'jobs_pkey', columns: [t.palaceId, t.id] }),
    uniqueIndex('jobs_idempotency_key').on(t.palaceId, t.idempotencyKey),
    // the order of a claim; nulls as in a plain `desc`, or the planner sorts
    index('jobs_claimable')
      .on(t.priority.desc().nullsFirst(), t.id, t.runAt)
      .where(sql`status = 'queued'`),
    index('jobs_leased')
      .on(t.leaseUntil)
      .where(sql`status = 'running'`),
    index('jobs_writing')
      .on(t.palaceId)
      .where(sql`writes_palace and status in ('queued', 'running', 'paused')`),
    index('jobs_status').on(t.palaceId, t.status, t.id),
    index('jobs_finished')
      .on(t.completedAt)
      .where(sql`status in ('completed', 'failed', 'cancelled')`),
  ],
)

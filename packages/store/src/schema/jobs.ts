import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant, loci, palaceId } from './palaces.ts'

export const jobStatuses = ['queued', 'running', 'paused', 'completed', 'failed', 'cancelled'] as const

interface JobProgress {
  current: number
  total: number | null
  message: string
  /** Items a second in this run, once that can be said. */
  rate?: number | undefined
}

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
    progress: jsonb('progress').$type<JobProgress>().notNull().default({ current: 0, total: null, message: '' }),
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

/** What a job did item by item, until its result has it all. Written with the item, so that none is done twice. */
export const jobOutcomes = loci.table(
  'job_outcomes',
  {
    palaceId: palaceId(),
    jobId: uuid('job_id').notNull(),
    item: integer('item').notNull(),
    outcome: jsonb('outcome').$type<Record<string, unknown>>().notNull(),
  },
  (t) => [
    primaryKey({ name: 'job_outcomes_pkey', columns: [t.palaceId, t.jobId, t.item] }),
    foreignKey({
      name: 'job_outcomes_job',
      columns: [t.palaceId, t.jobId],
      foreignColumns: [jobs.palaceId, jobs.id],
    }).onDelete('cascade'),
  ],
)

/** How jobs went on, for who watches them: appended by a trigger on the jobs, and kept for a day. */
export const jobEvents = loci.table(
  'job_events',
  {
    palaceId: palaceId(),
    /** The transaction that wrote it: readers go by it, as numbers alone become visible out of their order. */
    transaction: bigint('transaction', { mode: 'bigint' }).notNull(),
    id: bigint('id', { mode: 'bigint' }).notNull().generatedAlwaysAsIdentity(),
    jobId: uuid('job_id').notNull(),
    kind: text('kind').notNull(),
    at: instant('at').notNull(),
    status: text('status', { enum: jobStatuses }).notNull(),
    progress: jsonb('progress').$type<JobProgress>().notNull(),
  },
  (t) => [
    primaryKey({ name: 'job_events_pkey', columns: [t.palaceId, t.transaction, t.id] }),
    index('job_events_job').on(t.palaceId, t.jobId, t.transaction, t.id),
    index('job_events_at').using('brin', t.at),
  ],
)

import { sql, type SQL } from 'drizzle-orm'
import type { JobAddress, JobRow } from './job-row.ts'

/** A job in the hands of a worker, as long as its lease is the job's. */
export interface Claim extends JobAddress {
  lease: string
}

/** The fence of every write of a worker: the lease of its claim, which a job has only while that claim runs. */
export function held({ palaceId, id, lease }: Claim): SQL {
  return sql`palace_id = ${palaceId} and id = ${id} and lease = ${lease}`
}

/** The claim of a job that was just taken. */
export function toClaim({ palaceId, id, lease }: JobRow): Claim {
  if (lease === null) throw new Error('a claimed job has no lease')
  return { palaceId, id, lease }
}

export type StopRequest = NonNullable<JobRow['requested']>

/** What a job under a lease was asked to do. */
export interface Asked {
  requested: StopRequest | null
}

import { type Db, rows, tables } from '@loci/store'
import { sql } from 'drizzle-orm'
import { type Asked, type Claim, held } from './claim.ts'
import type { JobProgress } from './job-row.ts'
import { jsonb, reported } from './json.ts'

/** Where a job has come to: what is not given stays. */
export interface Advance {
  resumePoint?: Record<string, unknown> | undefined
  progress?: JobProgress | undefined
}

/** Moves a job on, and tells what it was asked; undefined, with nothing written, when the lease is lost. */
export async function advanceJob(db: Db, claim: Claim, advance: Advance): Promise<Asked | undefined> {
  const { resumePoint, progress } = advance
  // the lease is left as it is: its time is indexed, and a row moved with every item would be written twice
  const [row] = await rows<Asked>(
    db,
    sql`
      update ${tables.jobs} set
        resume_point = ${resumePoint === undefined ? sql`resume_point` : jsonb(resumePoint)},
        progress = ${progress === undefined ? sql`progress` : reported(progress)}
      where ${held(claim)}
      returning requested`,
  )
  return row
}

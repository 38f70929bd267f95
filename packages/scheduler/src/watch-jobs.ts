import { array, type Db, rows, tables } from '@loci/store'
import { sql } from 'drizzle-orm'
import type { Asked } from './claim.ts'

/** What the jobs under these leases were asked, by lease; a lease that is not in it is lost. */
export async function watchJobs(db: Db, leases: string[]): Promise<Map<string, Asked>> {
  const found = await rows<Asked & { lease: string }>(
    db,
    sql`
      select lease, requested from ${tables.jobs}
      where status = 'running' and lease = any(${array(leases, 'uuid')})`,
  )
  return new Map(found.map(({ lease, requested }) => [lease, { requested }]))
}

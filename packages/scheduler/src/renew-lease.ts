import { type Db, rows, tables } from '@loci/store'
import { sql } from 'drizzle-orm'
import { type Asked, type Claim, held } from './claim.ts'

/** Keeps a lease for so many seconds from now, and tells what the job was asked; undefined when the lease is lost. */
export async function renewLease(db: Db, claim: Claim, leaseSeconds: number): Promise<Asked | undefined> {
  const [row] = await rows<Asked>(
    db,
    sql`
      update ${tables.jobs} set lease_until = now() + make_interval(secs => ${leaseSeconds}::double precision)
      where ${held(claim)}
      returning requested`,
  )
  return row
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { rows, type Store, tables } from '@loci/store'
import { sql } from 'drizzle-orm'

const program = fileURLToPath(new URL('./crash-worker.fixture.ts', import.meta.url))

/** A process that works on the jobs of a database, one at a time, until it is killed. */
export async function startWorker(environment: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--conditions=@loci/source', '--import', 'tsx', program], {
    env: { ...process.env, ...environment, LOCI_WORKERS: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (!child.stdout) throw new Error('its output is piped')
  await once(child.stdout, 'data')
  return child
}

/** The lease of a worker that was killed is over at once: that is said by the test, not by a clock. */
export async function endLeases({ db }: Store): Promise<void> {
  await rows(db, sql`update ${tables.jobs} set lease_until = now() - interval '1 second' where status = 'running'`)
}

// What jobs cost, on a real Postgres, or on the embedded one where that is said:
//   node tooling/postgres/index.mjs -- node --import tsx tooling/bench/jobs.ts
//   FINISHED=1000000 for claims beside as many finished jobs, EMERGENCIES for how many are timed
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createWorkers, enqueue } from '../../packages/scheduler/dist/index.js'
import { openService, readConfig } from '../../packages/service/dist/index.js'
import { newId, openStore, rows, tables, type Transaction } from '../../packages/store/dist/index.js'
import postgres from 'postgres'
import { sql } from 'drizzle-orm'
import { spread } from './server.ts'

const finished = Number(process.env['FINISHED'] ?? 100_000)
const jobCount = Number(process.env['JOBS'] ?? 4000)
const emergencies = Number(process.env['EMERGENCIES'] ?? 30)
const given = process.env['LOCI_TEST_DATABASE_URL']
const home = await mkdtemp(join(tmpdir(), 'loci-bench-'))
const log = { info() {}, warn() {}, error() {} }
const table: [string, string, string][] = []
const report = (what: string, figure: string, floor: string) => {
  table.push([what, figure, floor])
  console.log(`${what}: ${figure} (${floor})`)
}
const ms = (value: number) => `${value.toFixed(1)} ms`
const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

const databaseUrl = given === undefined ? undefined : await freshDatabase(given)
const store = openStore({ home, ...(databaseUrl !== undefined && { databaseUrl }) })
try {
  await store.migrate()
  const roundTrip = spread(await times(300, () => store.db.execute(sql`select 1`))).p95
  const palaceId = newId()
  await store.db.insert(tables.palaces).values({ id: palaceId, name: palaceId })
  await emptyJobs(palaceId)
  await claimLatency(palaceId, roundTrip)
  if (databaseUrl !== undefined) await claimBesideFinished(palaceId, roundTrip)
  await emergencyLatency()
} finally {
  await store.closeHost()
  await rm(home, { recursive: true, force: true, maxRetries: 5 })
}
const machine = `${cpus().length} × ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}, Node ${process.versions.node}`
console.log(`\n### Jobs\n\n${machine}, ${given ? 'real' : 'embedded'} Postgres\n`)
console.log(
  ['| what | figure | floor |', '| --- | --- | --- |', ...table.map((row) => `| ${row.join(' | ')} |`)].join('\n'),
)

async function times(count: number, work: (index: number) => Promise<unknown>): Promise<number[]> {
  const found: number[] = []
  for (let index = 0; index < count; index++) {
    const began = performance.now()
    await work(index)
    found.push(performance.now() - began)
  }
  return found
}

/** Four workers of their own, each with connections of its own, on a queue of jobs that do nothing. */
async function emptyJobs(palaceId: string): Promise<void> {
  await store.db.execute(sql`
    insert into ${tables.jobs} (palace_id, id, kind, payload, writes_palace, created_by)
    select ${palaceId}, gen_random_uuid(), 'empty', '{}', false, 'bench' from generate_series(1, ${jobCount}::int)`)
  const stores = Array.from({ length: 4 }, () => openStore({ home, ...(databaseUrl !== undefined && { databaseUrl }) }))
  const handlers = { empty: { run: async () => null } }
  const began = performance.now()
  const workers = stores.map((own) => createWorkers({ store: own, handlers, log, concurrency: 8 }))
  for (const worker of workers) worker.start()
  while ((await left()) > 0) await sleep(20)
  const seconds = (performance.now() - began) / 1000
  await Promise.all(workers.map((worker) => worker.close()))
  await Promise.all(stores.map((own) => own.close()))
  report(
    `${jobCount} empty jobs, four workers`,
    `${Math.round(jobCount / seconds)} jobs/s`,
    'at least 500 on a real one',
  )
}

async function left(): Promise<number> {
  const [row] = await rows<{ count: number }>(
    store.db,
    sql`select count(*)::int as count from ${tables.jobs} where status in ('queued', 'running') and kind = 'empty'`,
  )
  return row?.count ?? 0
}

/** From the submission by this process to the beginning of the work in workers that only hear of it by the database. */
async function claimLatency(palaceId: string, roundTrip: number): Promise<void> {
  let begun = () => {}
  const own = openStore({ home, ...(databaseUrl !== undefined && { databaseUrl }) })
  const run = async () => {
    begun()
    return null
  }
  const workers = createWorkers({ store: own, handlers: { timed: { run } }, log, listen: own.listen })
  workers.start()
  await sleep(500)
  const found: number[] = []
  for (let index = 0; index < 60; index++) {
    const started = new Promise<void>((resolve) => {
      begun = resolve
    })
    const job = { palaceId, kind: 'timed', payload: {}, writesPalace: false, createdBy: 'bench' }
    const began = performance.now()
    await store.transaction((tx: Transaction) => enqueue(tx, job))
    await started
    found.push(performance.now() - began)
    // at any moment of the poll
    await sleep(Math.random() * 300)
  }
  await workers.close()
  await own.close()
  const { p50, p95 } = spread(found)
  report('submit to claim, another store', `p50 ${ms(p50)}, p95 ${ms(p95)}`, `one round trip p95 ${ms(roundTrip)}`)
}

async function claimBesideFinished(palaceId: string, roundTrip: number): Promise<void> {
  // as if they had run long ago: what they told is forgotten
  await store.db.execute(sql`alter table ${tables.jobs} disable trigger user`)
  await store.db.execute(sql`
    insert into ${tables.jobs}
      (palace_id, id, kind, status, payload, writes_palace, created_by, created_at, started_at, completed_at)
    select ${palaceId}, gen_random_uuid(), 'empty', 'completed', '{}', false, 'bench', now(), now(), now()
    from generate_series(1, ${finished}::int)`)
  await store.db.execute(sql`alter table ${tables.jobs} enable trigger user`)
  await store.db.execute(sql`vacuum analyze ${tables.jobs}`)
  const { claimJobs } = (await import('../../packages/scheduler/dist/claim-jobs.js')) as {
    claimJobs: (db: typeof store.db, input: object) => Promise<unknown[]>
  }
  const claim = { kinds: ['beside'], lowest: 0, limit: 1, leaseSeconds: 600 }
  const job = { palaceId, kind: 'beside', payload: {}, writesPalace: false, createdBy: 'bench' }
  const found: number[] = []
  for (let index = 0; index < 200; index++) {
    await store.transaction((tx: Transaction) => enqueue(tx, job))
    found.push(...(await times(1, () => claimJobs(store.db, claim))))
  }
  const { p50, p95 } = spread(found)
  report(
    `a claim beside ${finished} finished jobs`,
    `p50 ${ms(p50)}, p95 ${ms(p95)}`,
    `one round trip p95 ${ms(roundTrip)}`,
  )
}

/** All slots hold work that may step aside; an emergency checkpoint comes, and files its first item. */
async function emergencyLatency(): Promise<void> {
  const environment = {
    LOCI_HOME: home,
    LOCI_WORKERS: '2',
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
  }
  const service = await openService(readConfig(environment))
  service.startWorkers()
  const who = service.local('http')
  const busy = await Promise.all(
    Array.from({ length: 4 }, () => service.call('job.create', { kind: 'demo', steps: 100_000, priority: 'low' }, who)),
  )
  await sleep(1000)
  const whole = await times(emergencies, async (index) => {
    const items = [{ wing: 'emergency', room: 'r', content: `save ${index}` }]
    const saved = await service.call('checkpoint.save', { items, emergency: true, wait: 30 }, who)
    if (saved.added?.length !== 1) throw new Error(JSON.stringify(saved))
  })
  // by the clock of the database: from the row of the job to the change set of its item
  const filed = await rows<{ milliseconds: number }>(
    store.db,
    sql`select extract(epoch from c.at - j.created_at)::float8 * 1000 as milliseconds
      from ${tables.jobs} j join ${tables.changeSets} c on c.session = j.id::text
      where j.kind = 'checkpoint' and c.operation = 'job.checkpoint'`,
  )
  const first = spread(filed.map(({ milliseconds }) => milliseconds))
  const { p50, p95 } = spread(whole)
  report(
    'an emergency checkpoint, all slots busy, to its first item',
    `p50 ${ms(first.p50)}, p95 ${ms(first.p95)}`,
    'under 250 ms, embedded 1 s',
  )
  report('... to its result in the hands of the caller', `p50 ${ms(p50)}, p95 ${ms(p95)}`, '')
  for (const { id } of busy) await service.call('job.cancel', { id }, who)
  await service.close()
}

async function freshDatabase(url: string): Promise<string> {
  const client = postgres(url, { max: 1, onnotice: () => {} })
  const name = `loci_bench_${Date.now()}`
  await client.unsafe(`create database ${name}`)
  await client.end()
  const fresh = new URL(url)
  fresh.pathname = `/${name}`
  return fresh.href
}

import { openStore, newId, rows, tables } from '@loci/store'
import { sql } from 'drizzle-orm'
import { createWorkers, enqueue, waitForJob, priorities } from './src/index.ts'
import { claimJobs } from './src/claim-jobs.ts'
const url = process.env['LOCI_TEST_DATABASE_URL']
const home = process.env['BENCH_HOME'] ?? ''
const store = openStore(url ? { home: '', databaseUrl: url, maxConnections: 20 } : { home })
await store.migrate()
const palaceId = newId()
await store.db.insert(tables.palaces).values({ id: palaceId, name: palaceId })
const log = { info() {}, warn: (...a: unknown[]) => console.log('warn', ...a), error: (...a: unknown[]) => console.log('err', ...a) }
const pct = (v: number[], p: number) => v.toSorted((a, b) => a - b)[Math.floor(v.length * p)]!.toFixed(1)
const submit = (kind: string, more = {}) => store.transaction((tx) => enqueue(tx, { palaceId, kind, payload: {}, writesPalace: false, createdBy: 'b', ...more }))
const N = Number(process.env['N'] ?? 5000)
// throughput: four processes-like workers each with four slots
for (const [label, count, concurrency] of [['4 workers x 1 slot', 4, 1], ['1 worker x 4 slots', 1, 4], ['4 workers x 4 slots', 4, 4]] as const) {
  const kind = newId()
  await rows(store.db, sql`insert into ${tables.jobs} (palace_id,id,kind,payload,writes_palace,created_by) select ${palaceId}, gen_random_uuid(), ${kind}, '{}', false, '' from generate_series(1,${N})`)
  let done = 0
  const t = performance.now()
  await new Promise<void>((resolve) => {
    const ws = Array.from({ length: count }, () => createWorkers({ store, log, concurrency, handlers: { [kind]: { run: async () => { if (++done === N) { resolve(); setTimeout(() => ws.forEach((w) => void w.close()), 100) } return null } } } }))
    ws.forEach((w) => w.start())
  })
  console.log(label, 'jobs/s', (N / ((performance.now() - t) / 1000)).toFixed(0))
  await new Promise((r) => setTimeout(r, 500))
}
// latency, by wake and by poll
for (const [label, wake] of [['wake', true], ['poll', false]] as const) {
  const kind = newId()
  const claimed = new Map<string, number>()
  const w = createWorkers({ store, log, handlers: { [kind]: { run: async ({ job }) => { claimed.set(job.id, performance.now()); return null } } } })
  w.start()
  const v: number[] = []
  for (let i = 0; i < (wake ? 200 : 60); i++) {
    await new Promise((r) => setTimeout(r, 10 + Math.random() * 50))
    const t = performance.now()
    const { job } = await submit(kind)
    if (wake) w.wake()
    await waitForJob(store, job)
    v.push(claimed.get(job.id)! - t)
  }
  console.log('submit to claim by', label, 'p50', pct(v, 0.5), 'p95', pct(v, 0.95), 'max', pct(v, 0.999))
  await w.close()
}
// preemption
{
  const kind = newId(), urgent = newId()
  const claimed = new Map<string, number>()
  const handler = { async run({ resumePoint, shouldStop, stopHere, checkpoint }: any) { for (let n = Number(resumePoint?.n ?? 0); ; n++) { if (shouldStop()) stopHere(); await new Promise((r) => setTimeout(r, 20)); await store.transaction((tx) => checkpoint(tx, { n })) } } }
  const w = createWorkers({ store, log, handlers: { [kind]: handler, [urgent]: { run: async ({ job }) => { claimed.set(job.id, performance.now()); return null } } } })
  for (let i = 0; i < 3; i++) await submit(kind, { priority: priorities.background })
  for (let i = 0; i < 3; i++) await submit(kind, { priority: priorities.low })
  w.start()
  await new Promise((r) => setTimeout(r, 1000))
  for (const wake of [true, false]) {
    const v: number[] = []
    for (let i = 0; i < 40; i++) {
      const t = performance.now()
      const { job } = await submit(urgent, { priority: priorities.critical })
      if (wake) w.wake()
      await waitForJob(store, job)
      v.push(claimed.get(job.id)! - t)
      await new Promise((r) => setTimeout(r, 200))
    }
    console.log('critical, all slots busy, wake', wake, 'p50', pct(v, 0.5), 'p95', pct(v, 0.95))
  }
  await w.drain(5)
  await rows(store.db, sql`delete from ${tables.jobs} where kind in (${kind}, ${urgent})`)
}
if (process.env['MILLION']) {
  await rows(store.db, sql`insert into ${tables.jobs} (palace_id,id,kind,status,payload,writes_palace,created_by,completed_at) select ${palaceId}, gen_random_uuid(), 'old', 'completed', '{}', false, '', now() from generate_series(1,1000000)`)
  await rows(store.db, sql`analyze ${tables.jobs}`)
  const kind = newId()
  await rows(store.db, sql`insert into ${tables.jobs} (palace_id,id,kind,payload,writes_palace,created_by) select ${palaceId}, gen_random_uuid(), ${kind}, '{}', false, '' from generate_series(1,20000)`)
  const v: number[] = []
  for (let i = 0; i < 1000; i++) { const t = performance.now(); await claimJobs(store.db, { kinds: [kind], lowest: 0, limit: 1, leaseSeconds: 60 }); v.push(performance.now() - t) }
  console.log('claim with 1M finished, 20k queued: p50', pct(v, 0.5), 'p95', pct(v, 0.95))
  let done = 1000
  const t = performance.now()
  await new Promise<void>((resolve) => {
    const w = createWorkers({ store, log, handlers: { [kind]: { run: async () => { if (++done === 20000) { resolve(); setTimeout(() => void w.close(), 200) } return null } } } })
    w.start()
  })
  console.log('19k drained at jobs/s', (19000 / ((performance.now() - t) / 1000)).toFixed(0))
  const e: number[] = []
  for (let i = 0; i < 200; i++) { const t2 = performance.now(); await claimJobs(store.db, { kinds: [kind], lowest: 0, limit: 1, leaseSeconds: 60 }); e.push(performance.now() - t2) }
  console.log('empty claim after: p50', pct(e, 0.5), 'p95', pct(e, 0.95))
}
await new Promise((r) => setTimeout(r, 500))
await store.close()

import { openStore, newId, rows, tables } from '@loci/store'
import { sql } from 'drizzle-orm'
import { createWorkers } from './src/index.ts'
import { claimJobs } from './src/claim-jobs.ts'
const store = openStore({ home: '', databaseUrl: process.env['LOCI_TEST_DATABASE_URL']!, maxConnections: 20 })
await store.migrate()
const palaceId = newId()
await store.db.insert(tables.palaces).values({ id: palaceId, name: palaceId })
const log = { info() {}, warn: (...a: unknown[]) => console.log('warn', ...a), error: (...a: unknown[]) => console.log('err', ...a) }
const pct = (v: number[], p: number) => v.toSorted((a, b) => a - b)[Math.floor(v.length * p)]!.toFixed(1)
let t = performance.now()
await rows(store.db, sql`insert into ${tables.jobs} (palace_id,id,kind,status,payload,writes_palace,created_by,completed_at) select ${palaceId}, gen_random_uuid(), 'old', 'completed', '{}', false, '', now() from generate_series(1,1000000)`)
await rows(store.db, sql`analyze ${tables.jobs}`)
console.log('million in', ((performance.now() - t) / 1000).toFixed(0), 's')
const kind = newId()
await rows(store.db, sql`insert into ${tables.jobs} (palace_id,id,kind,payload,writes_palace,created_by) select ${palaceId}, gen_random_uuid(), ${kind}, '{}', false, '' from generate_series(1,20000)`)
const v: number[] = [], f: number[] = []
for (let i = 0; i < 500; i++) { let t = performance.now(); await claimJobs(store.db, { kinds: [kind], lowest: 0, limit: 1, leaseSeconds: 600 }); v.push(performance.now() - t); t = performance.now(); await rows(store.db, sql`select 1`); f.push(performance.now() - t) }
console.log('claim with 1M finished, 20k queued: p50', pct(v, 0.5), 'p95', pct(v, 0.95), '; select 1: p50', pct(f, 0.5), 'p95', pct(f, 0.95))
let done = 500
t = performance.now()
await new Promise<void>((resolve) => {
  const ws = Array.from({ length: 4 }, () => createWorkers({ store, log, handlers: { [kind]: { run: async () => { if (++done === 20000) { resolve(); setTimeout(() => ws.forEach((w) => void w.close()), 200) } return null } } } }))
  ws.forEach((w) => w.start())
})
console.log('19.5k drained at jobs/s', (19500 / ((performance.now() - t) / 1000)).toFixed(0))
const e: number[] = []
for (let i = 0; i < 200; i++) { const t2 = performance.now(); await claimJobs(store.db, { kinds: [kind], lowest: 0, limit: 1, leaseSeconds: 60 }); e.push(performance.now() - t2) }
console.log('empty claim after: p50', pct(e, 0.5), 'p95', pct(e, 0.95))
const [plan] = await rows<any>(store.db, sql`select count(*)::int from ${tables.jobs} where status='running'`)
console.log(plan)
await new Promise((r) => setTimeout(r, 500))
await store.close()

import { openStore, rows } from '@loci/store'
import { sql } from 'drizzle-orm'
import { newId } from '@loci/store'
import { createWorkers } from './src/index.ts'
import { tables } from '@loci/store'
const store = openStore({ home: '', databaseUrl: process.env['LOCI_TEST_DATABASE_URL']!, maxConnections: 20 })
await store.migrate()
const palaceId = newId()
await store.db.insert(tables.palaces).values({ id: palaceId, name: palaceId })
const log = { info() {}, warn: (...a: unknown[]) => console.log('warn', ...a), error: (...a: unknown[]) => console.log('err', ...a) }
const floor = async () => { let n = 0; const t = performance.now(); await Promise.all(Array.from({ length: 4 }, async () => { while (performance.now() - t < 3000) { await rows(store.db, sql`select 1`); n++ } })); return n / 3 }
for (let k = 0; k < 3; k++) {
  const f = await floor()
  const kind = newId(); const N = 3000
  await rows(store.db, sql`insert into ${tables.jobs} (palace_id,id,kind,payload,writes_palace,created_by) select ${palaceId}, gen_random_uuid(), ${kind}, '{}', false, '' from generate_series(1,${N})`)
  let done = 0; const t = performance.now(); const c = process.cpuUsage()
  await new Promise<void>((resolve) => {
    const ws = Array.from({ length: 4 }, () => createWorkers({ store, log, concurrency: 4, handlers: { [kind]: { run: async () => { if (++done === N) { resolve(); setTimeout(() => ws.forEach((w) => void w.close()), 100) } return null } } } }))
    ws.forEach((w) => w.start())
  })
  const u = process.cpuUsage(c)
  console.log('select 1 with 4 clients', f.toFixed(0), '/s; jobs', (N / ((performance.now() - t) / 1000)).toFixed(0), '/s; own cpu ms a job', ((u.user + u.system) / 1000 / N).toFixed(2), 'floor again', (await floor()).toFixed(0))
  await new Promise((r) => setTimeout(r, 300))
}
await store.close()

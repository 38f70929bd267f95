// What the foundation costs, against floors in the same run:
//   node --conditions=@loci/source --import tsx tooling/bench/foundation.ts       on the embedded database
//   LOCI_TEST_DATABASE_URL=postgres://… node --conditions=@loci/source --import tsx tooling/bench/foundation.ts
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { analyseQuery } from '../../packages/search/src/analysis/analyse-query.ts'
import { quoteLexeme } from '../../packages/search/src/lexemes.ts'
import { openStore } from '../../packages/store/src/index.ts'
import { administer, withDatabase } from '../../packages/testing/src/server-database.ts'
import { queries, writeTree } from './corpus.ts'
import { call, type Server, spread, startServer } from './server.ts'

const files = Number(process.env['FILES'] ?? 3000)
const moreFiles = Number(process.env['MORE_FILES'] ?? 6000)
const given = process.env['LOCI_TEST_DATABASE_URL']

interface Job {
  id: string
  status: string
  result: Record<string, unknown>
}

const folder = await mkdtemp(join(tmpdir(), 'loci-bench-'))
const home = join(folder, 'home')
const database = `loci_bench_${randomUUID().replaceAll('-', '')}`
const rows: [string, string, string][] = []
const report = (what: string, figure: string, floor = '') => {
  rows.push([what, figure, floor])
  console.log(`${what}: ${figure}${floor && ` (${floor})`}`)
}

try {
  await writeTree(join(folder, 'notes'), files, 4096)
  if (given) await administer(given, `create database ${database}`)
  const environment = { LOCI_HOME: home, ...(given && { DATABASE_URL: withDatabase(given, database) }) }
  let server = await startServer(environment)
  report('start on an empty palace', `${(server.startMilliseconds / 1000).toFixed(1)} s`)
  await measureMining(server)
  await server.stop()

  server = await startServer(environment)
  report('start on that palace', `${(server.startMilliseconds / 1000).toFixed(1)} s`)
  report('resident after the start', `${server.memory().now} MB`)
  await fillTo(server, 20_000)
  await measureSearch(server, environment.DATABASE_URL)
  report('resident at the end, most', `${server.memory().most} MB`)
  await server.stop()
} finally {
  if (given) await administer(given, `drop database ${database} with (force)`)
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
console.log(
  `\n${cpus().length} × ${cpus()[0]?.model}, Node ${process.versions.node}, ${given ? 'real' : 'embedded'} Postgres\n`,
)
console.log(
  ['| what | figure | floor |', '| --- | --- | --- |', ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n'),
)

async function mine(server: Server, source: string, wing: string): Promise<{ seconds: number; job: Job }> {
  const began = performance.now()
  const { id } = await call<Job>(server, 'POST', '/api/jobs', { kind: 'mine', source, wing })
  for (;;) {
    const job = await call<Job>(server, 'GET', `/api/jobs/${id}`)
    if (job.status === 'completed') return { seconds: (performance.now() - began) / 1000, job }
    if (job.status !== 'queued' && job.status !== 'running') throw new Error(JSON.stringify(job))
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function measureMining(server: Server): Promise<void> {
  const source = join(folder, 'notes')
  const before = server.memory().now
  const first = await mine(server, source, 'notes')
  report(`mine ${files} files of 4 KB`, `${first.seconds.toFixed(1)} s`, `${Math.round(files / first.seconds)} files/s`)
  report('resident while mining, most', `${server.memory().most} MB`, `${before} MB before`)
  const again = await mine(server, source, 'notes')
  report('mine them again, unchanged', `${again.seconds.toFixed(1)} s`, JSON.stringify(again.job.result['unchanged']))
}

/** Mines more until the palace has so many passages. */
async function fillTo(server: Server, passages: number): Promise<void> {
  const more = join(folder, 'more')
  await writeTree(more, moreFiles, 4096)
  for (let part = 0; part < 10; part++) {
    const status = await call<{ passages: number }>(server, 'GET', '/api/status?brief=true')
    if (status.passages >= passages) break
    await mine(server, join(more, `part-${part}`), `more-${part}`)
  }
}

async function measureSearch(server: Server, databaseUrl: string | undefined): Promise<void> {
  const { passages } = await call<{ passages: number }>(server, 'GET', '/api/status?brief=true')
  const all = queries(220)
  const overRest = await timeEach(all, (query) =>
    call(server, 'GET', `/api/search?q=${encodeURIComponent(query)}&limit=10`),
  )
  const bareHttp = await timeEach(all, () => fetch(`${server.url}/health/live`).then((response) => response.text()))
  const filtered = await timeEach(all, (query) =>
    call(server, 'GET', `/api/search?q=${encodeURIComponent(query)}&limit=10&wing=notes&room=part-3`),
  )
  report(
    `search ${passages} passages over REST`,
    `p50 ${ms(overRest.p50)}, p95 ${ms(overRest.p95)}`,
    `bare HTTP p95 ${ms(bareHttp.p95)}`,
  )
  report('... in one room', `p50 ${ms(filtered.p50)}, p95 ${ms(filtered.p95)}`)
  const store = openStore({ home, ...(databaseUrl && { databaseUrl }), idleExitSeconds: 5 })
  const bare = await timeEach(all, async (query) => {
    const words = analyseQuery(query)
      .terms.map(({ term }) => quoteLexeme(term))
      .join(' | ')
    await store.db.execute(sql`select drawer_id, ordinal from loci.passages where lexemes @@ ${words}::tsquery
      order by ts_rank(lexemes, ${words}::tsquery, 1) desc limit 10`)
  })
  await store.close()
  report(
    '... bare SQL (any of the terms, ts_rank, the best 10)',
    `p50 ${ms(bare.p50)}, p95 ${ms(bare.p95)}`,
    `REST is ${(overRest.p95 / bare.p95).toFixed(1)} times its p95`,
  )
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`
}

async function timeEach(all: string[], work: (query: string) => Promise<unknown>) {
  const times: number[] = []
  for (const [index, query] of all.entries()) {
    const began = performance.now()
    await work(query)
    if (index >= 20) times.push(performance.now() - began)
  }
  return spread(times)
}

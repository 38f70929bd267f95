// What mining chats costs:
//   node --conditions=@loci/source --import tsx tooling/bench/chats.ts       on the embedded database
//   LOCI_TEST_DATABASE_URL=postgres://… node --conditions=@loci/source --import tsx tooling/bench/chats.ts
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { administer, withDatabase } from '../../packages/testing/src/server-database.ts'
import { writeSessions } from './corpus.ts'
import { call, type Server, startServer } from './server.ts'

const messages = Number(process.env['MESSAGES'] ?? 100_000)
const given = process.env['LOCI_TEST_DATABASE_URL']
const folder = await mkdtemp(join(tmpdir(), 'loci-bench-'))
const sessions = join(folder, 'sessions')
const database = `loci_bench_${randomUUID().replaceAll('-', '')}`

interface Job {
  id: string
  status: string
  result: { added: number; unchanged: number; chats?: { messages: number } }
}

async function mine(server: Server): Promise<{ seconds: number; job: Job }> {
  const began = performance.now()
  const { id } = await call<Job>(server, 'POST', '/api/jobs', {
    kind: 'mine',
    mode: 'convos',
    source: sessions,
    wing: 'w',
  })
  for (;;) {
    const job = await call<Job>(server, 'GET', `/api/jobs/${id}/wait?seconds=60`)
    if (job.status === 'completed') return { seconds: (performance.now() - began) / 1000, job }
    if (job.status !== 'queued' && job.status !== 'running') throw new Error(JSON.stringify(job))
  }
}

try {
  await writeSessions(sessions, messages)
  if (given) await administer(given, `create database ${database}`)
  const home = join(folder, 'home')
  const server = await startServer({ LOCI_HOME: home, ...(given && { DATABASE_URL: withDatabase(given, database) }) })
  const first = await mine(server)
  console.log(
    `${first.job.result.chats?.messages} messages, ${first.job.result.added} exchanges: ${first.seconds.toFixed(1)} s, ` +
      `${Math.round(messages / first.seconds)} messages/s, resident at most ${server.memory().most} MB`,
  )
  const again = await mine(server)
  console.log(`again, ${again.job.result.unchanged} unchanged: ${again.seconds.toFixed(1)} s`)
  await server.stop()
} finally {
  if (given) await administer(given, `drop database ${database} with (force)`)
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}

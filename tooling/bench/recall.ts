// How much of the evidence for a question is among the first results, on conversations in the format of LoCoMo, filed by
// sessions and turn by turn, a wing each; as tables, overall and by category, and how long a search takes:
//   node --conditions=@loci/source --import tsx tooling/bench/recall.ts <conversations.json>       on the embedded database
//   LOCI_TEST_DATABASE_URL=postgres://… node … tooling/bench/recall.ts <conversations.json>
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { administer, withDatabase } from '../../packages/testing/src/server-database.ts'
import { call, type Server, spread, startServer } from './server.ts'

interface Turn {
  dia_id: string
  speaker: string
  text: string
}

interface Conversation {
  sample_id: string
  /** `session_1`, `session_2` ... hold turns, `session_1_date_time` ... when they were. */
  conversation: Record<string, string | Turn[]>
  /** The evidence is turns. */
  qa: { question: string; category: number; evidence: string[] }[]
}

const granularities = ['sessions', 'turns'] as const
type Granularity = (typeof granularities)[number]

const depths = [5, 10, 50]
const [, , file] = process.argv
if (file === undefined) throw new Error('give the path of the file of conversations')
// the file is given in this form
const conversations = JSON.parse(await readFile(file, 'utf8')) as Conversation[]
const given = process.env['LOCI_TEST_DATABASE_URL']
const home = await mkdtemp(join(tmpdir(), 'loci-bench-'))
const database = `loci_bench_${randomUUID().replaceAll('-', '')}`
let server: Server | undefined

try {
  if (given) await administer(given, `create database ${database}`)
  server = await startServer({ LOCI_HOME: home, ...(given && { DATABASE_URL: withDatabase(given, database) }) })
  for (const granularity of granularities) await fileAll(server, granularity)
  for (const granularity of granularities) console.log(table(granularity, await askAll(server, granularity)))
} finally {
  await server?.stop()
  if (given) await administer(given, `drop database ${database} with (force)`)
  await rm(home, { recursive: true, force: true, maxRetries: 5 })
}

/** A drawer per session, or a room per session with a drawer per turn. */
function drawersOf({ sample_id, conversation }: Conversation, granularity: Granularity) {
  return Object.entries(conversation).flatMap(([name, turns]) => {
    if (typeof turns === 'string') return []
    const [, time, day] = /^(.+) on (.+)$/.exec(conversation[`${name}_date_time`] as string) ?? []
    const authored_at = new Date(`${day} ${time} UTC`).toISOString()
    const wing = encodeURIComponent(`${sample_id} ${granularity}`)
    const said = turns.map(({ speaker, text }) => `${speaker}: ${text}`)
    if (granularity === 'sessions') return [{ wing, room: 'sessions', drawer: { name, content: said.join('\n') } }]
    return turns.map(({ dia_id }, position) => {
      const source = { document: name, position, authored_at }
      return { wing, room: name, drawer: { name: dia_id, content: said[position], source } }
    })
  })
}

async function fileAll(on: Server, granularity: Granularity): Promise<void> {
  const waiting = conversations.flatMap((conversation) => drawersOf(conversation, granularity))
  const fileNext = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      await call(on, 'POST', `/api/wings/${next.wing}/rooms/${next.room}/drawers`, next.drawer)
  }
  await Promise.all(Array.from({ length: 8 }, fileNext))
}

interface Answer {
  category: number
  /** The share of the evidence among the first results, for each of `depths`; 1 without evidence. */
  recalls: number[]
  milliseconds: number
}

/** Asks every question, one after the other. */
async function askAll(on: Server, granularity: Granularity): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const { sample_id, qa } of conversations)
    for (const { question, category, evidence } of qa) {
      const asked = new URLSearchParams({ q: question, wing: `${sample_id} ${granularity}`, limit: '50' })
      const began = performance.now()
      const { results } = await call<{ results: { name: string }[] }>(on, 'GET', `/api/search?${asked}`)
      const milliseconds = performance.now() - began
      const found = [...new Set(results.map(({ name }) => name))]
      const wanted = granularity === 'turns' ? evidence : evidence.flatMap(sessionOf)
      const recalls = depths.map((depth) => recall(new Set(wanted), new Set(found.slice(0, depth))))
      answers.push({ category, recalls, milliseconds })
    }
  return answers
}

/** `D3:7` is a turn of the third session. */
function sessionOf(turn: string): string[] {
  const [, session] = /^D(\d+):/.exec(turn) ?? []
  return session === undefined ? [] : [`session_${session}`]
}

function recall(wanted: Set<string>, found: Set<string>): number {
  return wanted.size === 0 ? 1 : [...wanted].filter((name) => found.has(name)).length / wanted.size
}

function table(granularity: Granularity, answers: Answer[]): string {
  const mean = (values: number[]) => (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(3)
  const row = (what: string, some: Answer[]) =>
    [what, some.length, ...depths.map((_, index) => mean(some.map(({ recalls }) => recalls[index] ?? 0)))].join(' | ')
  const { p50, p95 } = spread(answers.map(({ milliseconds }) => milliseconds))
  const categories = [...new Set(answers.map(({ category }) => category))].toSorted((x, y) => x - y)
  const lines = [
    `${granularity} | questions | ${depths.map((depth) => `R@${depth}`).join(' | ')}`,
    `--- | ---${' | ---'.repeat(depths.length)}`,
    row('all', answers),
    ...categories.map((wanted) =>
      row(
        `category ${wanted}`,
        answers.filter(({ category }) => category === wanted),
      ),
    ),
  ]
  return `\n| ${lines.join(' |\n| ')} |\n\nsearch p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`
}

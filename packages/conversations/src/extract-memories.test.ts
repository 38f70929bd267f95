import { describe, expect, test } from 'vitest'
import { exchangesOf, extractMemories, type Role } from './index.ts'

function memories(text: string, role: Role = 'user') {
  const [exchange] = exchangesOf({ id: 'c', format: 'plain', messages: [{ id: '1', role, text }] })
  if (exchange === undefined) return []
  const found = extractMemories(exchange)
  for (const memory of found) expect(exchange.text.slice(memory.start, memory.end)).toBe(memory.text)
  return found
}

describe('extract memories', () => {
  test.each([
    ['decision', 'We decided to use Postgres instead of MySQL because of pgvector.'],
    ['decision', "Let's go with the monorepo."],
    ['decision', 'After the meeting we agreed on a weekly release.'],
    ['decision', "We're switching to pnpm next week."],
    ['preference', 'I prefer tabs over spaces.'],
    ['preference', 'Please always use single quotes in this project.'],
    ['preference', 'Never commit straight to main.'],
    ['preference', 'My favourite editor is Helix.'],
    ['milestone', 'We shipped version 2.0 yesterday!'],
    ['milestone', 'The new billing page is finally live.'],
    ['milestone', 'All 214 tests pass.'],
    ['problem', 'The worker crashes when the queue is empty.'],
    ['problem', 'Login no longer works on Safari.'],
    ['problem', 'The build keeps failing on CI.'],
    ['emotion', "I'm so proud of what the team did."],
    ['emotion', 'I feel overwhelmed by all this.'],
    ['emotion', 'It makes me really happy to see it.'],
  ])('%s: %s', (kind, text) => {
    expect(memories(text).map((memory) => [memory.kind, memory.text])).toEqual([[kind, text]])
  })

  test.each([
    'Should we go with Postgres?',
    'What is the default pattern for this stack?',
    'This is **bold** and *important*.',
    'I love how the default approach works because it is simple.',
    'If the worker crashes, restart it.',
    'Maybe we should switch to pnpm.',
    'We have not decided yet.',
    "We haven't shipped it.",
    'There are no errors in the log.',
    'You could always use a Map here.',
    'Sorry, can you repeat that?',
    'I would like a list of the files.',
    'The function returns an error object.',
    '```\nWe decided to use Postgres.\n```',
    '> We decided to use Postgres.',
    '    We decided to use Postgres.',
    'ok',
  ])('nothing: %j', (text) => {
    expect(memories(text)).toEqual([])
  })

  test('an assistant has no preferences or feelings, and tools say nothing', () => {
    expect(memories("I'm happy to help with that. I prefer the second way.", 'assistant')).toEqual([])
    expect(memories('We decided to use Postgres.', 'tool')).toEqual([])
    expect(memories('The root cause was a stale lock file.', 'assistant')).toMatchObject([{ kind: 'problem' }])
  })

  test('takes sentences out of prose and lists word for word', () => {
    const text =
      'Hi 🪶! See e.g. Kafka.  We decided on RabbitMQ instead of\nKafka because it is small. Why not?\n\n- We shipped v1.2 today.\n- next'
    expect(memories(text).map((memory) => memory.text)).toEqual([
      'We decided on RabbitMQ instead of\nKafka because it is small.',
      'We shipped v1.2 today.',
    ])
  })

  test('more evidence is more confidence', () => {
    const [plain] = memories('We decided to use Redis.')
    const [reasoned] = memories('We decided to use Redis instead of Memcached because it persists.')
    expect(reasoned?.confidence).toBeGreaterThan(plain?.confidence ?? 1)
  })
})

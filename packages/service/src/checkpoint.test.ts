import { newId, tables } from '@loci/store'
import { openTestService, test } from '@loci/testing'
import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'

const wait = 30
const newItems = (count: number, wing: string = newId()) =>
  Array.from({ length: count }, (_, index) => ({ wing: `w ${wing}`, room: 'log', content: `item ${index} of ${wing}` }))

describe('a checkpoint', () => {
  test('files its items and then the diary, and says what became of each', async ({ call }) => {
    const items = newItems(3)
    const diary = { agent_name: 'Ada', entry: `wrote ${newId()}`, topic: 'work' }
    const saved = await call('checkpoint.save', { items, diary, wait })
    expect(saved).toMatchObject({ pending: false, duplicates: [], errors: [], diary: { agent: 'Ada', created: true } })
    expect(saved.added?.map(({ index }) => index)).toEqual([0, 1, 2])
    expect(await call('drawer.get', { id: saved.added?.[1]?.drawer_id ?? '' })).toMatchObject(items[1] ?? {})
    expect(await call('diary.read', { agent_name: 'ADA' })).toMatchObject({ entries: [{ content: diary.entry }] })
  })

  test('again files nothing, and names what is there', async ({ call }) => {
    const items = newItems(5)
    const first = await call('checkpoint.save', { items, wait })
    const again = await call('checkpoint.save', {
      items: items.map((item) => ({ ...item, content: `${item.content} ` })),
      wait,
    })
    expect(again).toMatchObject({ added: [], errors: [] })
    expect(again.duplicates?.map(({ matches }) => matches[0]?.id)).toEqual(first.added?.map((one) => one.drawer_id))
  })

  test('fails alone what cannot be filed', async ({ call }) => {
    const [good] = newItems(1)
    const at = { wing: good?.wing ?? '', room: 'log' }
    await call('drawer.create', { ...at, name: 'taken', content: 'one thing' })
    const saved = await call('checkpoint.save', {
      items: [
        { ...at, wing: 'a/b', content: 'x' },
        { ...at, content: ' ' },
        { ...at, content: 'a\0b' },
        { ...at, content: 'half \ud800' },
        { ...at, name: 'taken', content: 'another thing' },
        { ...at, tags: ['x'.repeat(200)], content: 'tagged' },
        { ...at, name: 'n\0', content: 'named' },
        { ...at, content: 'kept' },
      ],
      wait,
    })
    expect(saved.errors?.map(({ index, code }) => [index, code])).toEqual([
      [0, 'palace.path_invalid'],
      [1, 'input.invalid'],
      [2, 'input.invalid'],
      [3, 'input.invalid'],
      [4, 'drawer.name_taken'],
      [5, 'input.invalid'],
      [6, 'input.invalid'],
    ])
    expect(saved.added).toMatchObject([{ index: 7 }])
    // what failed leaves nothing behind
    expect((await call('wing.show', { wing: at.wing })).drawers).toBe(2)
    await expect(call('wing.show', { wing: 'a' })).rejects.toMatchObject({ code: 'wing.not_found' })
  })

  test('a diary entry that cannot be filed is an error of its own', async ({ call }) => {
    const saved = await call('checkpoint.save', { items: newItems(1), diary: { agent_name: 'a/b', entry: 'x' }, wait })
    expect(saved).toMatchObject({ added: [{ index: 0 }], errors: [{ index: null, code: 'palace.path_invalid' }] })
    expect(saved.diary).toBeUndefined()
  })

  test.for<[string, object]>([
    ['no items', { items: [] }],
    ['items that are no list', { items: 'x' }],
    ['an item without wing', { items: [{ room: 'r', content: 'x' }] }],
    ['an item without room', { items: [{ wing: 'w', content: 'x' }] }],
    ['an item without content', { items: [{ wing: 'w', room: 'r' }] }],
    ['a threshold out of range', { items: newItems(1), dedup_threshold: 2 }],
    ['a diary without agent', { items: newItems(1), diary: { entry: 'x' } }],
  ])('is refused as a whole, without a job: %s', async ([, input], { call, store }) => {
    const before = await store.db.$count(tables.jobs)
    await expect(call('checkpoint.save', input as never)).rejects.toMatchObject({ code: 'input.invalid' })
    expect(await store.db.$count(tables.jobs)).toBe(before)
  })

  test('leaves out what is similar only when a threshold is given, and never what differs in a number', async ({
    call,
  }) => {
    const place = { wing: 'similar', room: 'log' }
    const text = 'The build server runs the nightly tests with Postgres 17 and reports them by mail'
    await call('drawer.create', { ...place, content: text })
    const items = [
      { ...place, room: 'other', content: `${text}, every night.` },
      { ...place, content: text.replace('17', '18') },
    ]
    const near = await call('checkpoint.save', { items, dedup_threshold: 0.9, wait })
    expect(near).toMatchObject({
      duplicates: [{ index: 0, matches: [{ wing: 'similar', room: 'log' }] }],
      added: [{ index: 1 }],
    })
    expect(await call('checkpoint.save', { items, wait })).toMatchObject({
      added: [{ index: 0 }],
      duplicates: [{ index: 1 }],
    })
  })

  test('with one key is one job; with another payload the key is refused', async ({ call }) => {
    const input = { items: newItems(1), idempotency_key: newId() }
    const jobs = await Promise.all(Array.from({ length: 6 }, () => call('checkpoint.save', input)))
    expect(new Set(jobs.map(({ job_id }) => job_id)).size).toBe(1)
    const other = { ...input, items: newItems(1) }
    await expect(call('checkpoint.save', other)).rejects.toMatchObject({ code: 'job.key_reused' })
  })

  test('writes as the job, whose history it is', async ({ call, store }) => {
    const { job_id } = await call('checkpoint.save', { items: newItems(2), wait })
    const sets = await store.db.select().from(tables.changeSets).where(eq(tables.changeSets.session, job_id))
    expect(sets).toHaveLength(2)
    expect(sets[0]).toMatchObject({ channel: 'job', operation: 'job.checkpoint', actor: 'local' })
    expect(await store.db.$count(tables.jobOutcomes, eq(tables.jobOutcomes.jobId, job_id))).toBe(0)
  })

  test('goes on where it was paused, and files nothing twice', async ({ call, service }) => {
    const { job_id: id } = await call('checkpoint.save', { items: newItems(60), wait: 0 })
    let asked: Promise<unknown> | undefined
    const paused = await service.settle(id, ({ progress }) => {
      if (progress.current > 0) asked ??= call('job.pause', { id })
    })
    await asked
    expect(paused.status).toBe('paused')
    expect(paused.resume_point).toEqual({ next_index: paused.progress.current })
    await call('job.resume', { id })
    const done = await service.settle(id)
    expect(done).toMatchObject({ status: 'completed', progress: { current: 60, total: 60 } })
    expect(done.result?.['added']).toHaveLength(60)
  })
})

test('memories filed away are those of the last checkpoint', async ({ database, call }) => {
  const { added } = await call('tool.checkpoint', { items: newItems(4), wait })
  const told = await call('tool.memories_filed_away', {})
  expect(told).toMatchObject({ filed: true, message_count: added?.length })
  expect(await call('tool.memories_filed_away', {})).toEqual(told)
  // where no one works, the tool gives the job when the time is up
  const idle = await openTestService(database)
  const waited = await idle.call(
    'tool.job',
    { job_id: (await call('job.create', { kind: 'demo', steps: 1, run_at: '2999-01-01T00:00:00Z' })).id, wait: 0.1 },
    idle.local('mcp'),
  )
  expect(waited.status).toBe('queued')
  await idle.close()
})

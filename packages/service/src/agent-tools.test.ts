import { newId } from '@loci/store'
import { test } from '@loci/testing'
import { describe, expect } from 'vitest'

const unique = (name: string) => `${name} ${newId()}`

describe('check_duplicate', () => {
  const text =
    'We keep the queue in Postgres because one system is enough for three people, and the operations stay simple.'

  test('grades what is the same, what is contained, and what is alike', async ({ call }) => {
    const place = { wing: unique('duplicates'), room: 'decisions' }
    const { id } = await call('drawer.create', { ...place, content: text })
    const exact = await call('tool.check_duplicate', { content: `  ${text}\n` })
    expect(exact).toMatchObject({
      is_duplicate: true,
      matches: [{ id, grade: 'exact', similarity: 1, wing: place.wing }],
    })
    const part = await call('tool.check_duplicate', {
      content: 'keep the queue in Postgres because one system is enough for three people',
    })
    expect(part.matches[0]).toMatchObject({ id, grade: 'contained' })
    const like = await call('tool.check_duplicate', {
      content:
        'Because one system is enough for three people we keep our queue in Postgres, and operations stay simple.',
      threshold: 0.8,
    })
    expect(like.matches[0]).toMatchObject({ id, grade: 'similar' })
    const none = await call('tool.check_duplicate', { content: 'Penguins huddle against the wind.' })
    expect(none).toEqual({ is_duplicate: false, matches: [] })
  })
})

describe('hook_settings', () => {
  test('belong to an agent, and change only where something is given', async ({ service, principal }) => {
    const [ada, bob] = ['ada', 'bob'].map((actor) => ({ ...principal, actor }))
    const settings = (input: object, who = ada) => service.call('tool.hook_settings', input, who ?? principal)
    expect(await settings({})).toEqual({ silent_save: true, desktop_toast: false })
    expect(await settings({ desktop_toast: true })).toEqual({ silent_save: true, desktop_toast: true })
    expect(await settings({ silent_save: false })).toEqual({ silent_save: false, desktop_toast: true })
    expect(await settings({})).toEqual({ silent_save: false, desktop_toast: true })
    expect(await settings({}, bob)).toEqual({ silent_save: true, desktop_toast: false })
  })
})

describe('wake_up', () => {
  test('gives what matters with its source, each thing once, within its budget', async ({ call }) => {
    const wing = unique('wake')
    const liked = await call('drawer.create', { wing, room: 'preferences', content: 'Ada likes tabs' })
    const open = await call('drawer.create', { wing, room: 'work', content: 'Is the cache needed?', tags: ['open'] })
    for (let i = 0; i < 20; i++)
      await call('drawer.create', { wing, room: 'work', content: `recent ${i} ${'text '.repeat(30)}` })
    const subject = unique('Ada')
    await call('fact.add', { subject, predicate: 'works_at', object: 'Acme', valid_from: '2020', valid_to: '2021' })
    await call('fact.add', { subject, predicate: 'works_at', object: 'NewCo', valid_from: '2024' })

    const pack = await call('tool.wake_up', { wing })
    expect(pack.preferences).toMatchObject([{ text: 'Ada likes tabs', drawer_id: liked.id, wing, room: 'preferences' }])
    expect(pack.open).toMatchObject([{ drawer_id: open.id }])
    expect(pack.facts[0]).toEqual({ fact: `${subject} works_at NewCo`, since: '2024' })
    expect(pack.recent[0]).toMatchObject({ text: expect.stringContaining('recent 19') as unknown })
    const ids = [pack.preferences, pack.open, pack.recent].flat().map(({ drawer_id }) => drawer_id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const budget_tokens of [100, 400, 1000]) {
      const within = await call('tool.wake_up', { wing, budget_tokens })
      expect(JSON.stringify(within).length).toBeLessThan(budget_tokens * 4 + 200)
      expect(within.truncated).toBe(true)
    }
    expect(await call('tool.wake_up', { wing, budget_tokens: 20_000 })).toMatchObject({ truncated: false })
  })
})

test('reconnect and the shorthand of diaries say what they found', async ({ call }) => {
  expect(await call('tool.reconnect', {})).toMatchObject({ success: true, vector_disabled: false })
  expect((await call('tool.get_aaak_spec', {})).aaak_spec.length).toBeGreaterThan(200)
})

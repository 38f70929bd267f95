import { test } from '@loci/testing'
import { describe, expect } from 'vitest'
import { lend } from './neighbours.ts'

describe('what stands around a passage', () => {
  const place = (position: number, document = 'talk') => ({ room_id: 'r', document, position })
  const scores = (passages: { score: number; place: ReturnType<typeof place> | null }[]) =>
    lend(passages).map(({ score }) => Math.round(score * 100) / 100)

  test('lends it the more the nearer it is, and never takes it beyond 1', () => {
    const talk = [0.5, 0.1, 0, 0].map((score, position) => ({ score, place: place(position) }))
    expect(scores(talk)).toEqual([0.54, 0.46, 0.2, 0.04])
    expect(scores([0, 1].map((position) => ({ score: 1, place: place(position) })))).toEqual([1, 1])
  })

  test('lends nothing to another document, nor to what has no place', () => {
    const apart = [place(0), place(1, 'other'), null]
    expect(scores(apart.map((one) => ({ score: 0.5, place: one })))).toEqual([0.5, 0.5, 0.5])
  })
})

test('an answer is found beside its question, within what is asked for', async ({ call }) => {
  const inTalk = { wing: 'answers', room: 'talk' }
  const last = 2_147_483_647
  const said = [
    ['Ann', 'Good morning, what a wind!'],
    ['Ben', 'Ann, where did you anchor the catamaran?'],
    ['Ann', 'Behind the old fort.'],
    ['Ben', 'Sounds safe.'],
  ] as const
  for (const [position, [author, content]] of said.entries())
    await call('drawer.create', {
      ...inTalk,
      name: `turn ${position}`,
      content,
      source: { document: 'harbour', position: last - 3 + position, author },
    })
  for (let i = 0; i < 130; i++)
    await call('drawer.create', { wing: 'answers', room: 'notes', content: `Ann has a boat, and its number is ${i}.` })
  const search = async (filter: object) => {
    const query = 'Where did Ann anchor the catamaran?'
    return (await call('drawer.search', { query, wing: 'answers', ...filter })).results.map(({ name }) => name)
  }
  expect(new Set((await search({})).slice(0, 3))).toEqual(new Set(['turn 0', 'turn 1', 'turn 2']))
  expect(await search({ author: 'Ben', limit: 100 })).toEqual(['turn 1', 'turn 3'])
  await call('drawer.delete', { ...inTalk, drawer: 'turn 2' })
  expect(await search({ limit: 100 })).not.toContain('turn 2')
})

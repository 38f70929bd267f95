import { test } from '@loci/testing'
import { describe, expect } from 'vitest'

const names = (results: { name: string | null }[]) => results.map(({ name }) => name)

describe('a write', () => {
  test('is found at once, by word and by meaning', async ({ call }) => {
    const place = { wing: 'written', room: 'room' }
    await call('drawer.create', { ...place, name: 'auth', content: 'We settled on passkeys for the sign-in page.' })
    await call('drawer.create', {
      ...place,
      name: 'soup',
      content: 'Simmer the leeks and potatoes for twenty minutes.',
    })
    const [word] = (await call('drawer.search', { query: 'passkeys', wing: 'written' })).results
    expect(word).toMatchObject({ name: 'auth', why: { lexical: 1 } })
    const [meaning] = (await call('drawer.search', { query: 'cooking a vegetable dish', wing: 'written' })).results
    expect(meaning).toMatchObject({ name: 'soup' })
    expect(meaning?.similarity).toBeGreaterThan(0)
  })

  test('that replaces a text takes the old one out', async ({ call }) => {
    const place = { wing: 'edited', room: 'room' }
    await call('drawer.create', { ...place, name: 'd', content: 'The port is quxifer.' })
    await call('drawer.update', { ...place, drawer: 'd', content: 'The port is brilmop.' })
    expect(names((await call('drawer.search', { query: 'brilmop', wing: 'edited' })).results)).toEqual(['d'])
    const old = await call('drawer.search', { query: 'quxifer', wing: 'edited' })
    for (const { text, why } of old.results) {
      expect(text).not.toContain('quxifer')
      expect(why.lexical).toBeNull()
    }
    await call('drawer.update', { ...place, drawer: 'd', append: ' Also trefwold.' })
    expect(names((await call('drawer.search', { query: 'trefwold', wing: 'edited' })).results)).toEqual(['d'])
  })

  test('that trashes or moves is followed at once', async ({ call }) => {
    const content = 'The lantern festival is called vormalith.'
    const { id } = await call('drawer.create', { wing: 'moved', room: 'here', name: 'd', content })
    const search = async (filter: object) =>
      (await call('drawer.search', { query: 'vormalith', ...filter })).results.map(({ drawer_id }) => drawer_id)
    expect(await search({ wing: 'moved', room: 'here' })).toEqual([id])
    await call('drawer.update', { wing: 'moved', room: 'here', drawer: id, to_room: 'there' })
    expect(await search({ wing: 'moved', room: 'here' })).toEqual([])
    expect(await search({ wing: 'moved', room: 'there' })).toEqual([id])
    await call('room.update', {
      wing: 'moved',
      room: 'there',
      to_wing: (await call('wing.create', { name: 'far' })).name,
    })
    expect(await search({ wing: 'moved' })).toEqual([])
    expect(await search({ wing: 'far' })).toEqual([id])
    await call('room.create', { wing: 'far', name: 'merged' })
    await call('room.merge', { wing: 'far', room: 'there', into: 'merged' })
    expect(await search({ room: 'merged' })).toEqual([id])
    await call('drawer.delete', { wing: 'far', room: 'merged', drawer: id })
    expect(await search({})).toEqual([])
  })

  test('of 1 MB is found by its last line, and by its first, at once', async ({ call }) => {
    const lines = Array.from(
      { length: 18_000 },
      (_, i) => `Line ${i} of a long log with common words, and nothing new.`,
    )
    const content = ['The first line says frondibel.', ...lines, 'The last line says gristwick.']
      .join('\n')
      .slice(-1_048_000)
    const { id } = await call('drawer.create', {
      wing: 'large',
      room: 'log',
      content: `frondibel\n${content}`.slice(0, 1_048_576),
    })
    for (const query of ['gristwick', 'frondibel']) {
      const [hit] = (await call('drawer.search', { query })).results
      expect(hit).toMatchObject({ drawer_id: id, why: { lexical: 1 } })
      expect(hit?.text).toContain(query)
    }
  })
})

describe('a passage', () => {
  test.for([
    ['emoji', '👩‍👩‍👧 family\n\n'.repeat(80) + '🧠 the brain says yoldim 🧠🧠\n\n' + 'after 🎉 '.repeat(200)],
    ['CJK', '記憶の宮殿です。\n\n'.repeat(120) + '図書館 yoldim は静かです。\n\n' + '東京'.repeat(300)],
    ['CRLF', 'first\r\n\r\n'.repeat(150) + '\r\n# Heading\r\n\r\nthe yoldim\r\nline\r\n\r\n' + 'last\r\n'.repeat(300)],
    ['combining marks', 'e\u0301 '.repeat(500) + '\n\nyoldim a\u0308\n\n' + 'o\u0302 '.repeat(400)],
    ['one long line', 'word '.repeat(5000) + 'yoldim ' + 'word '.repeat(5000)],
  ] as const)('is a slice of the content, with %s', async ([kind, content], { call }) => {
    const wing = `span ${kind}`
    const drawer = await call('drawer.create', { wing, room: 'r', content })
    for (const query of ['yoldim', content.slice(0, 20).toWellFormed(), content.slice(-20).toWellFormed()]) {
      const { results } = await call('drawer.search', { query, wing, limit: 50, max_per_source: 50 })
      expect(results.length).toBeGreaterThan(0)
      for (const { text, span } of results) expect(text).toBe(drawer.content.slice(span.start, span.end))
      if (query === 'yoldim') expect(results[0]?.text).toContain('yoldim')
    }
  })

  test('is given once, and no more of one drawer than are asked for', async ({ call }) => {
    const content = Array.from(
      { length: 12 },
      (_, i) => `# Part ${i}\n\n${`The heron stands still, part ${i}. `.repeat(40)}`,
    )
    await call('drawer.create', { wing: 'many', room: 'r', name: 'many', content: content.join('\n\n') })
    for (let i = 0; i < 3; i++)
      await call('drawer.create', {
        wing: 'many',
        room: 'r',
        name: `one ${i}`,
        content: `A heron, seen once on day ${i}.`,
      })
    const search = async (most?: number) =>
      (await call('drawer.search', { query: 'heron', wing: 'many', limit: 100, max_per_source: most })).results
    for (const [most, expected] of [
      [undefined, 3],
      [1, 1],
      [100, 12],
    ] as const) {
      const results = await search(most)
      const keys = results.map(({ drawer_id, span }) => `${drawer_id} ${span.start}`)
      expect(new Set(keys).size).toBe(keys.length)
      const ofMany = results.filter(({ name }) => name === 'many').length
      if (most === 100) expect(ofMany).toBeGreaterThanOrEqual(expected)
      else expect(ofMany).toBe(expected)
      expect(results.filter(({ name }) => name?.startsWith('one'))).toHaveLength(3)
    }
  })
})

test('what was said on the day asked for comes first', async ({ call }) => {
  for (const month of ['06', '07', '08'])
    await call('drawer.create', {
      wing: 'dated',
      room: 'r',
      name: month,
      content: `We went over the budget of the observatory${month === '07' ? ', at some length, and the roof too' : ''}.`,
      source: { authored_at: `2023-${month}-07T15:00:00Z` },
    })
  const search = async (query: string) => names((await call('drawer.search', { query, wing: 'dated' })).results)
  expect((await search('budget of the observatory')).at(-1)).toBe('07')
  for (const asked of ['on July 7, 2023', 'in July 2023', '2023-07-07'])
    expect((await search(`budget of the observatory ${asked}`))[0]).toBe('07')
  expect((await search('budget of the observatory on July 8, 2023')).at(-1)).toBe('07')
})

describe('a hostile query', () => {
  const queries = [
    ['operators', '& | ! <-> :* ( ) - + "'],
    ['quotes', `' " '' \\' "" \` 'a'b"c`],
    ['an open quote', '"unfinished'],
    ['4,000 brackets', '('.repeat(4000)],
    ['closing brackets', ')]}>'.repeat(500)],
    ['a special token', '<|endoftext|> [CLS] </s>'],
    ['wildcards', '%_% * ?'],
    ['backslashes', '\\ \\\\ \\u0000 \\x00'],
    ['SQL', "'; drop table loci.drawers; --"],
    ['emoji', '🧠🧠🧠👩‍👩‍👧'],
    ['control characters', '\u0001\u0002\u001f'],
    ['white space', ' \n\t '],
    ['one long word', 'x'.repeat(32_768)],
    ['many words', 'word '.repeat(6500)],
    ['many different words', Array.from({ length: 4000 }, (_, i) => `w${i}`).join(' ')],
    ['members of every object', 'constructor __proto__ toString hasOwnProperty valueOf'],
    ['stop words only', 'the of and to'],
    ['a number', '5.0e-3'],
  ] as const
  test.for(queries)('of %s never fails', async ([, query], { call }) => {
    await call('drawer.create', { wing: 'hostile', room: 'r', content: 'plain text of one constructor' })
    const { results } = await call('drawer.search', { query })
    for (const { score } of results) expect(score).toBeGreaterThan(0)
  })

  test('with U+0000 or half of a pair is refused', async ({ call }) => {
    for (const query of ['a\0b', '\ud83e'])
      await expect(call('drawer.search', { query })).rejects.toMatchObject({ code: 'input.invalid' })
  })

  test('of stop words alone still finds them', async ({ call }) => {
    await call('drawer.create', { wing: 'stops', room: 'r', name: 'song', content: 'to be or not to be' })
    await call('drawer.create', { wing: 'stops', room: 'r', name: 'other', content: 'granite boulders everywhere' })
    const { results } = await call('drawer.search', { query: 'to be or not to be', wing: 'stops' })
    expect(results[0]).toMatchObject({ name: 'song', why: { lexical: 1 } })
  })

  test('that holds a word such as constructor is scored by all its words', async ({ call }) => {
    const place = { wing: 'members', room: 'r' }
    await call('drawer.create', { ...place, name: 'right', content: 'The zelkova parser builds its tree.' })
    await call('drawer.create', { ...place, name: 'wrong', content: 'Rain is expected on Sunday.' })
    const [hit] = (await call('drawer.search', { query: 'zelkova constructor', wing: 'members' })).results
    expect(hit).toMatchObject({ name: 'right', why: { lexical: 1 } })
  })
})

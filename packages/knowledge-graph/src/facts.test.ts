import { newId } from '@loci/store'
import { test } from '@loci/testing'
import type { Caller } from '@loci/contract'
import { describe, expect } from 'vitest'

const unique = (name: string) => `${name} ${newId()}`

/** The objects that hold for a subject at a time, or that are known at all. */
async function objects(call: Caller, entity: string, as_of?: string): Promise<unknown[]> {
  const { facts } = await call('fact.query', { entity, as_of, direction: 'outgoing' })
  return facts.map((fact) => fact['object'])
}

describe('a fact', () => {
  test('is found by the name of either end, without case and accents', async ({ call }) => {
    const who = unique('José Ángel')
    const added = await call('fact.add', { subject: who, predicate: 'Works On', object: `  ${who} project ` })
    expect(added).toMatchObject({ success: true, created: true, fact: `${who} → works_on → ${who} project` })
    const known = await call('fact.query', { entity: who.toUpperCase().replace('É', 'E') })
    expect(known).toMatchObject({ entity: who, count: 1 })
    expect(known.facts[0]).toMatchObject({
      direction: 'outgoing',
      subject: who,
      predicate: 'works_on',
      object: `${who} project`,
      valid_from: null,
      valid_to: null,
      current: true,
    })
    expect((await call('fact.query', { entity: `${who} project` })).facts[0]).toMatchObject({ direction: 'incoming' })
    expect((await call('fact.query', { entity: who, direction: 'incoming' })).count).toBe(0)
  })

  test('that is known comes back, whatever start is given within its time', async ({ call }) => {
    const fact = { subject: unique('Ada'), predicate: 'knows', object: 'Charles' }
    const first = await call('fact.add', { ...fact, valid_from: '2020' })
    for (const valid_from of [undefined, '2020', '2021-05'])
      expect(await call('fact.add', { ...fact, valid_from })).toMatchObject({
        created: false,
        triple_id: first.triple_id,
        change_set: null,
      })
    await expect(call('fact.add', { ...fact, valid_from: '2019' })).rejects.toMatchObject({ code: 'fact.overlaps' })
    await expect(call('fact.add', { ...fact, valid_from: '2021', valid_to: '2022' })).rejects.toMatchObject({
      code: 'fact.overlaps',
    })
    expect(await call('fact.add', { ...fact, valid_from: '2018', valid_to: '2020' })).toMatchObject({ created: true })
  })

  test('that ends before it starts is refused with both values, and leaves nothing', async ({ call }) => {
    const subject = unique('Ada')
    const reversed = call('fact.add', {
      subject,
      predicate: 'x',
      object: 'y',
      valid_from: '2026-03-01',
      valid_to: '2026-02-01',
    })
    await expect(reversed).rejects.toMatchObject({
      code: 'input.invalid',
      message: expect.stringMatching(/2026-02-01.*2026-03-01/) as string,
    })
    await expect(call('entity.show', { entity: subject })).rejects.toMatchObject({ code: 'entity.not_found' })
  })

  test('holds from its start on, and no more at its end', async ({ call }) => {
    const subject = unique('Ada')
    await call('fact.add', {
      subject,
      predicate: 'visits',
      object: 'Paris',
      valid_from: '2024-05',
      valid_to: '2024-06',
    })
    expect(await objects(call, subject, '2024-04-30')).toEqual([])
    expect(await objects(call, subject, '2024-05-01')).toEqual(['Paris'])
    expect(await objects(call, subject, '2024-05-31T23:59:59.999Z')).toEqual(['Paris'])
    expect(await objects(call, subject, '2024-06-01')).toEqual([])
    const [fact] = (await call('fact.query', { entity: subject })).facts
    expect(fact).toMatchObject({ valid_from: '2024-05', valid_to: '2024-06', current: false, standing: 'ended' })
  })

  test('of the future is upcoming, not current', async ({ call }) => {
    const subject = unique('Ada')
    await call('fact.add', { subject, predicate: 'moves_to', object: 'Mars', valid_from: '2199-01-01' })
    const [fact] = (await call('fact.query', { entity: subject })).facts
    expect(fact).toMatchObject({ current: false, standing: 'upcoming' })
    expect(await objects(call, subject, '2026-01-01')).toEqual([])
  })

  test('names the drawer that says so, which has to be there', async ({ call }) => {
    const subject = unique('Ada')
    const drawer = await call('drawer.create', { wing: unique('wing'), room: 'r', content: 'Ada knows' })
    await call('fact.add', { subject, predicate: 'knows', object: 'x', source_drawer_id: drawer.id })
    const [fact] = (await call('fact.query', { entity: subject })).facts
    expect(fact).toMatchObject({ source_drawer_id: drawer.id })
    await expect(
      call('fact.add', { subject, predicate: 'knows', object: 'z', source_drawer_id: newId() }),
    ).rejects.toMatchObject({ code: 'drawer.not_found' })
  })
})

describe('a single-valued predicate', () => {
  test('ends what was open when a new value comes', async ({ call }) => {
    const subject = unique('Ada')
    await call('fact.add', { subject, predicate: 'works_at', object: 'Acme', valid_from: '2020' })
    const next = await call('fact.add', { subject, predicate: 'works_at', object: 'NewCo', valid_from: '2024-03' })
    expect(next.superseded).toEqual([`${subject} → works_at → Acme`])
    expect(await objects(call, subject, '2024-02-29')).toEqual(['Acme'])
    expect(await objects(call, subject, '2024-03-01')).toEqual(['NewCo'])
  })

  test('ends now what was open when nobody says since when', async ({ call }) => {
    const subject = unique('Ada')
    await call('fact.add', { subject, predicate: 'works_at', object: 'Acme' })
    const next = await call('fact.add', { subject, predicate: 'works_at', object: 'NewCo' })
    expect(next.superseded).toHaveLength(1)
    const { facts } = await call('fact.query', { entity: subject, as_of: new Date().toISOString() })
    expect(facts.map(({ object }) => object)).toEqual(['NewCo'])
    expect(await call('fact.add', { subject, predicate: 'works_at', object: 'Acme' })).toMatchObject({ created: true })
  })

  test('lets an earlier value hold until the one that is known', async ({ call }) => {
    const subject = unique('Ada')
    await call('fact.add', { subject, predicate: 'lives_in', object: 'Paris', valid_from: '2024' })
    await call('fact.add', { subject, predicate: 'lives_in', object: 'Rome', valid_from: '2020' })
    expect(await objects(call, subject, '2023-12-31')).toEqual(['Rome'])
    expect(await objects(call, subject, '2024-01-01')).toEqual(['Paris'])
  })

  test('refuses two values at one time', async ({ call }) => {
    const subject = unique('Ada')
    await call('fact.add', { subject, predicate: 'works_at', object: 'Acme', valid_from: '2020' })
    const both = { subject, predicate: 'works_at', object: 'NewCo', valid_from: '2020' }
    await expect(call('fact.add', both)).rejects.toMatchObject({
      code: 'fact.overlaps',
      message: expect.stringContaining('Acme from 2020') as string,
    })
  })

  test('is any that whoever adds says is one, and stays one for its subject', async ({ call }) => {
    const subject = unique('Ada')
    await call('fact.add', { subject, predicate: 'favours', object: 'tea', single_valued: true, valid_from: '2020' })
    await call('fact.add', { subject, predicate: 'favours', object: 'coffee', valid_from: '2021' })
    expect(await objects(call, subject, '2022')).toEqual(['coffee'])
    await call('fact.add', { subject, predicate: 'works_at', object: 'A', single_valued: false, valid_from: '2020' })
    await call('fact.add', { subject, predicate: 'works_at', object: 'B', single_valued: false, valid_from: '2020' })
    expect(await objects(call, subject, '2022')).toEqual(expect.arrayContaining(['A', 'B']))
  })

  test('has one open value, however many are added at once', async ({ call }) => {
    const subject = unique('Ada')
    const added = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        call('fact.add', { subject, predicate: 'works_at', object: `company ${at}` }),
      ),
    )
    expect(added.every(({ created }) => created)).toBe(true)
    const { facts } = await call('fact.query', { entity: subject })
    expect(facts).toHaveLength(12)
    expect(facts.filter(({ valid_to }) => valid_to === null)).toHaveLength(1)
  })
})

describe('invalidate', () => {
  test('ends what is open, and says how many', async ({ call }) => {
    const fact = { subject: unique('Ada'), predicate: 'uses', object: 'Rust' }
    await call('fact.add', { ...fact, valid_from: '2020' })
    const done = await call('fact.invalidate', { ...fact, subject: fact.subject.toLowerCase(), ended: '2024-06-02' })
    expect(done).toMatchObject({ success: true, ended: '2024-06-02', changed: 1 })
    expect(await objects(call, fact.subject, '2024-06-01')).toEqual(['Rust'])
    expect(await objects(call, fact.subject, '2024-06-02')).toEqual([])
  })

  test('of what is not open lists what is', async ({ call }) => {
    const subject = unique('Ada')
    await call('fact.add', { subject, predicate: 'uses', object: 'Rust' })
    for (const object of ['Go', 'nobody knows that'])
      await expect(call('fact.invalidate', { subject, predicate: 'uses', object })).rejects.toMatchObject({
        code: 'fact.not_found',
        message: expect.stringContaining('Rust') as string,
        details: { open: [{ object: 'Rust' }] },
      })
  })

  test('before it began is refused', async ({ call }) => {
    const fact = { subject: unique('Ada'), predicate: 'uses', object: 'Rust' }
    await call('fact.add', { ...fact, valid_from: '2024-05-05' })
    for (const ended of ['2024-05-05', '2023'])
      await expect(call('fact.invalidate', { ...fact, ended })).rejects.toMatchObject({ code: 'input.invalid' })
  })
})

describe('supersede', () => {
  test('has one boundary, and repeated changes nothing', async ({ call }) => {
    const subject = unique('Ada')
    const change = { subject, predicate: 'uses', old_object: 'Rust', new_object: 'Zig', at: '2026-06-02' }
    await call('fact.add', { subject, predicate: 'uses', object: 'Rust', valid_from: '2024' })
    const first = await call('fact.supersede', change)
    expect(first).toMatchObject({ success: true, superseded: true, fact: `${subject} → uses → Zig` })
    expect(await objects(call, subject, '2026-06-02')).toEqual(['Zig'])
    expect(await objects(call, subject, '2026-06-01')).toEqual(['Rust'])
    expect(await call('fact.supersede', change)).toMatchObject({
      triple_id: first.triple_id,
      superseded: false,
      change_set: null,
    })
  })

  test('of what was not open adds the new one', async ({ call }) => {
    const subject = unique('Ada')
    const done = await call('fact.supersede', { subject, predicate: 'uses', old_object: 'Rust', new_object: 'Zig' })
    expect(done).toMatchObject({ superseded: false })
    expect(await objects(call, subject)).toEqual(['Zig'])
  })

  test('by many at once leaves one successor', async ({ call }) => {
    const subject = unique('Ada')
    await call('fact.add', { subject, predicate: 'works_at', object: 'Acme', valid_from: '2020' })
    await Promise.all(
      Array.from({ length: 8 }, () =>
        call('fact.supersede', {
          subject,
          predicate: 'works_at',
          old_object: 'Acme',
          new_object: 'NewCo',
          at: '2025',
        }),
      ),
    )
    expect(await objects(call, subject, '2025')).toEqual(['NewCo'])
    expect((await call('fact.query', { entity: subject })).count).toBe(2)
  })
})

describe('the timeline', () => {
  test('is in order of time, page by page, with the total', async ({ call }) => {
    const entity = unique('Ada')
    for (const year of [2023, 2021, undefined, 2022])
      await call('fact.add', {
        subject: entity,
        predicate: 'went_to',
        object: `place ${year}`,
        valid_from: year === undefined ? undefined : String(year),
      })
    const seen: unknown[] = []
    let cursor: string | undefined
    do {
      const page = await call('fact.timeline', { entity, limit: 3, cursor })
      expect(page).toMatchObject({ entity, total: 4, count: page.timeline.length })
      seen.push(...page.timeline.map(({ object }) => object))
      cursor = page.next_cursor ?? undefined
    } while (cursor !== undefined)
    expect(seen).toEqual(['place 2021', 'place 2022', 'place 2023', 'place undefined'])
  })
})

describe('statistics', () => {
  test('count what holds, held and will', async ({ call }) => {
    const before = await call('fact.stats', {})
    const subject = unique('Ada')
    await call('fact.add', { subject, predicate: 'is', object: unique('a'), valid_to: '2020' })
    await call('fact.add', { subject, predicate: 'is', object: unique('b') })
    await call('fact.add', { subject, predicate: 'is', object: unique('c'), valid_from: '2199' })
    const after = await call('fact.stats', {})
    expect(after).toMatchObject({
      entities: before.entities + 4,
      triples: before.triples + 3,
      current_facts: before.current_facts + 1,
      expired_facts: before.expired_facts + 1,
      upcoming_facts: before.upcoming_facts + 1,
    })
    expect(after.relationship_types).toContain('is')
  })
})

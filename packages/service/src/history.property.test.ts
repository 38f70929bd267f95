import { type Caller, isPalaceError } from '@loci/contract'
import { newId, rows, tables } from '@loci/store'
import { test } from '@loci/testing'
import { sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { expect } from 'vitest'
import { Model, type Thing } from './history-model.fixture.ts'

const words = ['ash', 'birch', 'cedar', 'elm', 'fir']
const kinds = [
  'create',
  'create',
  'create',
  'edit',
  'tag',
  'rename drawer',
  'rename room',
  'rename wing',
  'move',
  'move room',
  'merge',
  'delete drawer',
  'delete room',
  'delete wing',
  'restore',
  'restore by id',
  'revert',
  'undo',
  'undo',
] as const

const step = fc.record({ kind: fc.constantFrom(...kinds), a: fc.nat(999), b: fc.nat(999), c: fc.nat(999) })
type Step = { kind: (typeof kinds)[number]; a: number; b: number; c: number }

const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(list.length, 1)]
const word = (n: number) => words[n % words.length] ?? 'ash'

const steps = Number(process.env['LOCI_TEST_STEPS'] ?? (process.env['LOCI_TEST_DATABASE_URL'] ? 480 : 80))
const runs = 8

test(
  'a palace under random operations is what a simple model says',
  { timeout: 1_800_000 },
  async ({ service, store, principal }) => {
    const property = fc.asyncProperty(
      fc.array(step, { minLength: steps / runs, maxLength: steps / runs }),
      async (list) => {
        const palaceId = newId()
        await store.db.insert(tables.palaces).values({ id: palaceId, name: palaceId })
        const call: Caller = (name, input) => service.call(name, input, { ...principal, palaceId })
        const model = new Model()
        const times: { at: string; live: Thing[] }[] = []
        for (const one of list) {
          await take(call, model, one)
          await agree(call, model)
          await remember(call, model, times)
          await agreeWithPast(call, pick(times, one.c))
        }
        for (const changeSet of model.changeSets.toReversed()) {
          const answer = await call('change.undo', { change_set: changeSet })
          expect(answer.skipped).toEqual([])
        }
        expect(await call('palace.status', { brief: true })).toMatchObject({
          total_drawers: 0,
          wings: 0,
          rooms: 0,
          passages: 0,
        })
        expect((await call('change.list', {})).items).toEqual([])
        expect((await call('change.verify', {})).intact).toBe(true)
        const numbers = await rows<{ gaps: number }>(
          store.db,
          sql`select count(*)::int as gaps from (select count(*) as n, max(number) as last from ${tables.revisions}
        where palace_id = ${palaceId} group by entity_id) e where n <> last`,
        )
        expect(numbers[0]?.gaps).toBe(0)
      },
    )
    await fc.assert(property, { numRuns: runs, endOnFailure: true })
  },
)

/** Takes a step in both, and expects the same refusals. */
async function take(call: Caller, model: Model, { kind, a, b, c }: Step): Promise<void> {
  const drawer = pick(model.live('drawer'), a)
  const room = pick(model.live('room'), a)
  const wing = pick(model.live('wing'), a)
  const address = (thing: Thing) => {
    const placed = thing.type === 'drawer' ? model.now(thing.place ?? '') : thing
    return { wing: placed.place ?? '', room: placed.id, drawer: thing.id }
  }
  if (kind === 'create') return create(call, model, a, b, c)
  if (kind === 'undo') return undo(call, model, pick(model.changeSets, a))
  if (kind === 'restore' || kind === 'restore by id') return restore(call, model, kind === 'restore by id', a, b)
  if (kind === 'edit' && drawer) {
    const content = `${word(b)} ${c % 7}`
    const { change_set } = await call('drawer.update', { ...address(drawer), content })
    model.begin(change_set)
    if (content !== drawer.content) model.set(change_set, drawer.id, { content })
  }
  if (kind === 'tag' && drawer) {
    const tags = [word(b)]
    const { change_set } = await call('drawer.update', { ...address(drawer), tags })
    model.begin(change_set)
    if (tags[0] !== drawer.tags[0] || drawer.tags.length !== 1) model.set(change_set, drawer.id, { tags })
  }
  if (kind === 'rename drawer' && drawer) {
    const name = b % 4 === 0 ? null : word(b)
    const other = name === null ? undefined : model.named('drawer', drawer.place, name)
    const answer = call('drawer.update', { ...address(drawer), name })
    if (other && other.id !== drawer.id) return refuses(answer, 'drawer.name_taken')
    const { change_set } = await answer
    model.begin(change_set)
    if (name !== drawer.name) model.set(change_set, drawer.id, { name })
  }
  if (kind === 'rename room' && room) {
    const other = model.named('room', room.place, word(b))
    const { wing: inWing, room: id } = address(room)
    const answer = call('room.update', { wing: inWing, room: id, name: word(b) })
    if (other && other.id !== room.id) return refuses(answer, 'room.name_taken')
    const { change_set } = await answer
    model.begin(change_set)
    if (word(b) !== room.name) model.set(change_set, room.id, { name: word(b) })
  }
  if (kind === 'rename wing' && wing) {
    const other = model.named('wing', null, word(b))
    const answer = call('wing.update', { wing: wing.id, name: word(b) })
    if (other && other.id !== wing.id) return refuses(answer, 'wing.name_taken')
    const { change_set } = await answer
    model.begin(change_set)
    if (word(b) !== wing.name) model.set(change_set, wing.id, { name: word(b) })
  }
  const target = pick(model.live('room'), b)
  if (kind === 'move' && drawer && target) {
    const other = drawer.name === null ? undefined : model.named('drawer', target.id, drawer.name)
    const answer = call('drawer.update', { ...address(drawer), to_wing: target.place ?? '', to_room: target.id })
    if (other && other.id !== drawer.id) return refuses(answer, 'drawer.name_taken')
    const { change_set } = await answer
    model.begin(change_set)
    if (target.id !== drawer.place) model.set(change_set, drawer.id, { place: target.id })
  }
  const toWing = pick(model.live('wing'), b)
  if (kind === 'move room' && room && toWing) {
    const other = model.named('room', toWing.id, room.name ?? '')
    const answer = call('room.update', { wing: room.place ?? '', room: room.id, to_wing: toWing.id })
    if (other && other.id !== room.id) return refuses(answer, 'room.name_taken')
    const { change_set } = await answer
    model.begin(change_set)
    if (toWing.id !== room.place) model.set(change_set, room.id, { place: toWing.id })
  }
  if (kind === 'merge' && room && target && room.id !== target.id) {
    const moving = model.live('drawer').filter((one) => one.place === room.id)
    const taken = moving.some((one) => one.name !== null && model.named('drawer', target.id, one.name))
    const into = { to_wing: target.place ?? '', into: target.id }
    const answer = call('room.merge', { wing: room.place ?? '', room: room.id, ...into })
    if (taken) return refuses(answer, 'drawer.name_taken')
    const { change_set } = await answer
    model.begin(change_set)
    for (const one of moving) model.set(change_set, one.id, { place: target.id })
    model.set(change_set, room.id, { live: false })
  }
  if (kind === 'delete drawer' && drawer) {
    const { change_set } = await call('drawer.delete', address(drawer))
    model.begin(change_set)
    model.set(change_set, drawer.id, { live: false })
  }
  if ((kind === 'delete room' && room) || (kind === 'delete wing' && wing && a % 3 === 0)) {
    const doomed = kind === 'delete room' ? room : wing
    if (!doomed) return
    const { change_set } =
      doomed.type === 'room'
        ? await call('room.delete', { wing: doomed.place ?? '', room: doomed.id })
        : await call('wing.delete', { wing: doomed.id })
    model.begin(change_set)
    for (const one of [doomed, ...model.inside(doomed.id)]) if (one.live) model.set(change_set, one.id, { live: false })
  }
  if (kind === 'revert' && drawer) {
    const states = model.versions.get(drawer.id) ?? []
    const { items } = await call('revision.list', { id: drawer.id })
    const to = (b % items.length) + 1
    const shown = await call('revision.show', { id: drawer.id, number: to })
    const known = states.some(({ state }) => state.content === shown.content)
    expect(known).toBe(true)
    const other = shown.name === null ? undefined : model.named('drawer', drawer.place, shown.name)
    const answer = call('revision.revert', { id: drawer.id, to })
    if (other && other.id !== drawer.id) return refuses(answer, 'drawer.name_taken')
    const { change_set } = await answer
    model.begin(change_set)
    if (change_set !== null)
      model.set(change_set, drawer.id, { content: shown.content, name: shown.name, tags: shown.tags })
  }
}

async function create(call: Caller, model: Model, a: number, b: number, c: number): Promise<void> {
  const [wingName, roomName] = [word(a), word(b)]
  const name = c % 3 === 0 ? undefined : word(c)
  const content = `${word(a + c)} ${c % 5}`
  const wing = model.named('wing', null, wingName)
  const room = wing && model.named('room', wing.id, roomName)
  const same =
    room &&
    (name === undefined
      ? model.live('drawer').find((one) => one.place === room.id && one.content === content)
      : model.named('drawer', room.id, name))
  const answer = call('drawer.create', { wing: wingName, room: roomName, name, content })
  if (same && same.content !== content) return refuses(answer, 'drawer.name_taken')
  const { id, created, change_set } = await answer
  expect(created).toBe(same === undefined)
  model.begin(change_set)
  if (same) return
  const shown = await call('change.show', { change_set: change_set ?? '' })
  const made = (type: Thing['type']) => shown.items.find((item) => item.entity.type === type && item.kind === 'create')
  const wingId = wing?.id ?? made('wing')?.entity.id ?? ''
  const roomId = room?.id ?? made('room')?.entity.id ?? ''
  if (!wing) model.set(change_set, wingId, { type: 'wing', name: wingName })
  if (!room) model.set(change_set, roomId, { type: 'room', name: roomName, place: wingId })
  model.set(change_set, id, { type: 'drawer', name: name ?? null, place: roomId, content })
}

async function restore(call: Caller, model: Model, byId: boolean, a: number, b: number): Promise<void> {
  const { items } = await call('trash.list', { limit: 200 })
  const item = pick(items, a)
  if (!item) return
  // what is in the trash since the same change set comes back together
  const tookIt = (one: Thing) => model.versions.get(one.id)?.at(-1)?.changeSet === item.change_set && !one.live
  const inIt = new Set([item.id, ...model.inside(item.id).map(({ id }) => id)])
  const coming = model.all().filter((one) => tookIt(one) && (!byId || inIt.has(one.id)))
  const parents = b % 2 === 0
  const known = new Set(coming.map(({ id }) => id))
  const above = (one: Thing): Thing[] => {
    if (one.place === null) return []
    const place = model.now(one.place)
    return [...above(place), place]
  }
  const missing = [...new Set(coming.flatMap(above))].filter((one) => !one.live && !known.has(one.id))
  const whole = [...missing, ...coming]
  const taken = whole.some((one) => one.name !== null && model.named(one.type, one.place, one.name))
  const twice = whole.some((one, at) =>
    whole.some(
      (other, i) =>
        i > at && one.name !== null && other.name === one.name && other.place === one.place && other.type === one.type,
    ),
  )
  const input = { ...(byId ? { id: item.id } : { change_set: item.change_set }), parents }
  const dry = await call('trash.restore', { ...input, dry_run: true }).catch((error: unknown) => error)
  const answer = call('trash.restore', input)
  if (missing.length > 0 && !parents) return refuses(answer, 'trash.parent_trashed')
  if (taken || twice) return refuses(answer, '_taken')
  const { change_set, wings, rooms, drawers } = await answer
  expect(wings + rooms + drawers).toBe(whole.length)
  expect(dry).toMatchObject({ wings, rooms, drawers, change_set: null, dry_run: true })
  model.begin(change_set)
  for (const { id } of whole) model.set(change_set, id, { live: true })
}

async function undo(call: Caller, model: Model, changeSet: string | undefined): Promise<void> {
  if (changeSet === undefined) return
  const dry = await call('change.undo', { change_set: changeSet, dry_run: true })
  await agree(call, model)
  const { change_set, undone, skipped } = await call('change.undo', { change_set: changeSet })
  expect(dry.undone).toEqual(undone)
  model.begin(change_set, changeSet)
  const done = new Set(undone.map(({ id }) => id))
  for (const id of model.touched(changeSet)) {
    if (done.has(id)) {
      expect(model.changedSince(changeSet, id)).toBe(false)
      continue
    }
    const skip = skipped.find(({ entity }) => entity.id === id)
    expect(skip).toBeDefined()
    expect(skip?.reason.startsWith('changed since')).toBe(model.changedSince(changeSet, id))
  }
  for (const id of done) model.set(change_set, id, model.before(changeSet, id) ?? { live: false })
}

async function refuses(answer: Promise<unknown>, code: string): Promise<void> {
  const error = await answer.then(
    () => undefined,
    (caught: unknown) => caught,
  )
  expect(isPalaceError(error) && error.code).toContain(code)
}

const placed = (model: Model, list: Thing[]) =>
  list
    .filter((one) => one.type === 'drawer')
    .map((one) => {
      const room = model.now(one.place ?? '')
      return [one.id, model.now(room.place ?? '').name, room.name, one.name, one.content, one.tags]
    })
    .toSorted(byId)

const byId = ([a]: unknown[], [b]: unknown[]) => String(a).localeCompare(String(b))

/** Everything that is live, the trash and the feed are what the model says. */
async function agree(call: Caller, model: Model): Promise<void> {
  const { wings, rooms, total_drawers } = await call('palace.status', { brief: true })
  expect({ wings, rooms, total_drawers }).toEqual({
    wings: model.live('wing').length,
    rooms: model.live('room').length,
    total_drawers: model.live('drawer').length,
  })
  const shown = await Promise.all(model.live('drawer').map(({ id }) => call('drawer.get', { id })))
  const found = shown
    .map(({ id, wing, room, name, content, tags }) => [id, wing, room, name, content, tags])
    .toSorted(byId)
  expect(found).toEqual(placed(model, model.live()))
  const trash = await everyTrashed(call)
  expect(trash.toSorted()).toEqual(
    model
      .all()
      .filter(({ live }) => !live)
      .map(({ id }) => id)
      .toSorted(),
  )
  const feed = await call('change.list', { limit: 200 })
  for (const { entity } of feed.items) expect(model.now(entity.id).live).toBe(true)
}

async function everyTrashed(call: Caller): Promise<string[]> {
  const { items } = await call('trash.list', { limit: 200 })
  const sets = [...new Set(items.map(({ change_set }) => change_set))]
  const taken = await Promise.all(sets.map((change_set) => call('trash.list', { change_set, limit: 200 })))
  return taken.flatMap((page) => page.items.map(({ id }) => id))
}

/** Notes what was live when, so that it can be asked for later. */
async function remember(call: Caller, model: Model, times: { at: string; live: Thing[] }[]): Promise<void> {
  const last = model.changeSets.at(-1)
  if (last === undefined) return
  const { at } = await call('change.show', { change_set: last })
  const before = times.at(-1)
  const names = new Map(model.all().map((one) => [one.id, one]))
  const live = model.live('drawer').map((one) => {
    const room = names.get(one.place ?? '')
    return { ...one, place: `${names.get(room?.place ?? '')?.name}/${room?.name}` }
  })
  // two in one millisecond cannot be told apart
  if (before?.at === at) times.pop()
  times.push({ at, live })
}

async function agreeWithPast(call: Caller, then: { at: string; live: Thing[] } | undefined): Promise<void> {
  if (!then) return
  const { total_drawers } = await call('palace.status', { brief: true, as_of: then.at })
  expect(total_drawers).toBe(then.live.length)
  for (const one of then.live.slice(0, 3)) {
    const { wing, room, name, content, tags } = await call('drawer.get', { id: one.id, as_of: then.at })
    expect({ place: `${wing}/${room}`, name, content, tags }).toEqual({
      place: one.place,
      name: one.name,
      content: one.content,
      tags: one.tags,
    })
  }
}

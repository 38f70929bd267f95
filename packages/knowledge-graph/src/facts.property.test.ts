import { isPalaceError, type Caller } from '@loci/contract'
import { newId } from '@loci/store'
import { test } from '@loci/testing'
import fc from 'fast-check'
import { expect } from 'vitest'

const days = 12
const values = ['Acme', 'NewCo', 'Umbrella']
const dayOf = (day: number) => `2024-01-${String(day + 1).padStart(2, '0')}`

/** What held on each day; the last one stands for all that come after it. */
type Timeline = (string | null)[]

type Step =
  | { kind: 'add'; value: string; from: number }
  | { kind: 'supersede'; old: string; value: string; at: number }
  | { kind: 'invalidate'; value: string; at: number }
  | { kind: 'undo' }

const value = fc.constantFrom(...values)
const day = fc.nat({ max: days - 2 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), value, from: day }),
  fc.record({ kind: fc.constant('supersede' as const), old: value, value, at: day }),
  fc.record({ kind: fc.constant('invalidate' as const), value, at: day }),
  fc.constant({ kind: 'undo' as const }),
)

interface Run {
  value: string
  from: number
  /** The first day on which it does not hold; `days` while it is open. */
  to: number
}

/** The model keeps facts as runs of days, and says by looking at every day what the rules mean. */
function add(runs: Run[], { value: wanted, from }: { value: string; from: number }): Run[] | undefined {
  const next = runs.filter((run) => run.value !== wanted && run.from > from).toSorted((a, b) => a.from - b.from)[0]
  const to = next?.from ?? days
  if (runs.some((run) => run.value === wanted && run.from <= from && run.to === to)) return runs
  const cut = runs.map((run) =>
    run.value !== wanted && run.to === days && run.from < from ? { ...run, to: Math.min(run.to, from) } : run,
  )
  const taken = cut.some((run) => run.from < to && from < run.to)
  return taken ? undefined : [...cut, { value: wanted, from, to }]
}

function invalidate(runs: Run[], { value: wanted, at }: { value: string; at: number }): Run[] | undefined {
  const open = runs.filter((run) => run.value === wanted && run.to > at)
  if (open.length === 0 || open.some((run) => run.from >= at)) return undefined
  return runs.map((run) => (open.includes(run) ? { ...run, to: at } : run))
}

function supersede(
  runs: Run[],
  { old, value: wanted, at }: { old: string; value: string; at: number },
): Run[] | undefined {
  if (old === wanted) return undefined
  const replaced = runs.toSorted((a, b) => a.from - b.from).find((run) => run.value === old && run.to > at)
  if (replaced && replaced.from >= at) return undefined
  const ended = runs.map((run) => (run === replaced ? { ...run, to: at } : run))
  const open = runs.some((run) => run.value === wanted && run.to === days)
  return open && !replaced ? runs : add(ended, { value: wanted, from: at })
}

const timelineOf = (runs: Run[]): Timeline =>
  Array.from({ length: days }, (_, at) => runs.find((run) => run.from <= at && at < run.to)?.value ?? null)

async function perform(call: Caller, subject: string, done: Step): Promise<string | null> {
  const about = { subject, predicate: 'works_at' }
  if (done.kind === 'add')
    return (await call('fact.add', { ...about, object: done.value, valid_from: dayOf(done.from) })).change_set
  if (done.kind === 'invalidate')
    return (await call('fact.invalidate', { ...about, object: done.value, ended: dayOf(done.at) })).change_set
  if (done.kind === 'undo') return null
  const { old: old_object, value: new_object, at } = done
  return (await call('fact.supersede', { ...about, old_object, new_object, at: dayOf(at) })).change_set
}

async function timelineIn(call: Caller, subject: string): Promise<Timeline> {
  const at = async (index: number) => {
    const { facts } = await call('fact.query', { entity: subject, as_of: dayOf(index), direction: 'outgoing' })
    const held = facts.filter(({ predicate }) => predicate === 'works_at')
    expect(held.length).toBeLessThanOrEqual(1)
    return (held[0]?.['object'] as string | undefined) ?? null
  }
  return Promise.all(Array.from({ length: days }, (_, index) => at(index)))
}

test('a single-valued predicate has the value of the model on every day, whatever was done', async ({ call }) => {
  // known beforehand, so that no undo takes them away
  for (const object of values) await call('fact.add', { subject: 'everyone', predicate: 'knows', object })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 10 }), async (steps) => {
      const subject = `Ada ${newId()}`
      await call('fact.add', { subject, predicate: 'is', object: 'everyone' })
      let runs: Run[] = []
      const past: { changeSet: string; before: Run[] }[] = []
      for (const done of steps) {
        if (done.kind === 'undo') {
          const last = past.pop()
          if (!last) continue
          expect((await call('change.undo', { change_set: last.changeSet })).skipped).toEqual([])
          runs = last.before
        } else {
          const model = { add, invalidate, supersede }[done.kind] as (from: Run[], how: Step) => Run[] | undefined
          const expected = model(runs, done)
          const changeSet = await perform(call, subject, done).catch((error: unknown) => {
            if (isPalaceError(error) && error.code !== 'internal') return error
            throw error
          })
          expect(isPalaceError(changeSet)).toBe(expected === undefined)
          if (typeof changeSet === 'string') past.push({ changeSet, before: runs })
          runs = expected ?? runs
        }
        expect(await timelineIn(call, subject)).toEqual(timelineOf(runs))
      }
    }),
    { numRuns: Number(process.env['RUNS'] ?? 25) },
  )
})

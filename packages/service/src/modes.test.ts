import { allows, type Mode, modes, type OperationName, operations, touches } from '@loci/contract'
import { openTestService, test } from '@loci/testing'
import { describe, expect } from 'vitest'

const names = Object.keys(operations) as OperationName[]

// what each mode refuses, said here once more, so that the gate is not held against itself
const refused: Record<Mode, (touched: ReturnType<typeof touches>) => boolean> = {
  full: () => false,
  read_only: (touched) => touched === 'writes',
  disabled: (touched) => touched !== 'nothing',
}
// all that may run in every mode: an operation that joins them does so on purpose
const ungated = [
  'palace.status',
  'job.pause',
  'job.resume',
  'job.cancel',
  'job.retry',
  'tool.set_mode',
  'tool.get_aaak_spec',
  'tool.hook_settings',
]

test('what no mode refuses is known by name', () => {
  expect(names.filter((name) => touches(operations[name]) === 'nothing').toSorted()).toEqual(ungated.toSorted())
})

describe.each(modes)('in the mode %s', (mode) => {
  test.for(names)('%s is refused or not by what it touches', async (name, { service, principal }) => {
    const call = service.call(name, {} as never, { ...principal, mode })
    const code = await call.then(
      () => 'done',
      (error: { code?: string }) => error.code,
    )
    expect(code === 'mode.forbidden').toBe(refused[mode](touches(operations[name])))
    expect(allows(mode, operations[name])).toBe(code !== 'mode.forbidden')
  })
})

test('a refusal names the operation and the mode, whatever the input', async ({ service, principal }) => {
  const call = service.call('wing.create', { nonsense: 1 } as never, { ...principal, mode: 'read_only' })
  await expect(call).rejects.toMatchObject({
    code: 'mode.forbidden',
    details: { operation: 'wing.create', mode: 'read_only' },
  })
})

test('a mode widens no role', async ({ service, principal }) => {
  const reader = { ...principal, role: 'reader' as const }
  await expect(service.call('wing.create', { name: 'no' }, reader)).rejects.toMatchObject({ code: 'auth.forbidden' })
})

test('disabled shows no content where it lets something run', async ({ service, principal, call }) => {
  await call('drawer.create', { wing: 'seen', room: 'r', content: 'a text' })
  const disabled = { ...principal, mode: 'disabled' as const }
  const status = await service.call('palace.status', { brief: true }, disabled)
  expect(status).toMatchObject({ mode: 'disabled' })
  expect(status).not.toHaveProperty('total_drawers')
  const { id } = await call('job.create', { kind: 'demo', steps: 1000, run_at: '2999-01-01T00:00:00Z' })
  const job = await service.call('job.cancel', { id }, disabled)
  expect(job).toMatchObject({ status: 'cancelled', payload: {} })
})

describe('the mode of a session', () => {
  test('holds in every process that serves it, for whoever is in it', async ({ database, service }) => {
    const other = await openTestService(database)
    const [mine, theirs] = [service.local('mcp', 'a session'), { ...service.local('mcp', 'a session'), actor: 'other' }]
    await service.call('tool.set_mode', { mode: 'read_only' }, mine)
    expect(await other.call('palace.status', { brief: true }, mine)).toMatchObject({ mode: 'read_only' })
    const write = { wing: 'session', room: 'r', content: 'text' }
    await expect(other.call('tool.add_drawer', write, mine)).rejects.toMatchObject({ code: 'mode.forbidden' })
    expect(await other.call('tool.add_drawer', write, theirs)).toMatchObject({ success: true })
    expect(await other.call('tool.set_mode', { mode: 'full' }, mine)).toEqual({ mode: 'full' })
    expect(await service.call('palace.status', { brief: true }, mine)).toMatchObject({ mode: 'full' })
    await other.close()
  })

  test('is no wider than its process allows', async ({ database }) => {
    const narrow = await openTestService(database, { LOCI_MODE: 'read_only' })
    const who = narrow.local('mcp', 'another session')
    expect(await narrow.call('palace.status', { brief: true }, who)).toMatchObject({ mode: 'read_only' })
    await expect(narrow.call('tool.set_mode', { mode: 'full' }, who)).rejects.toMatchObject({ code: 'mode.forbidden' })
    expect(await narrow.call('tool.set_mode', { mode: 'disabled' }, who)).toEqual({ mode: 'disabled' })
    await expect(narrow.call('wing.list', {}, who)).rejects.toMatchObject({ code: 'mode.forbidden' })
    await narrow.close()
  })

  test('needs a session', async ({ service }) => {
    const call = service.call('tool.set_mode', { mode: 'full' }, service.local('http'))
    await expect(call).rejects.toMatchObject({ code: 'input.invalid' })
  })
})

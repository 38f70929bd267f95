import { tables } from '@loci/store'
import { test } from '@loci/testing'
import { eq, sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'

describe('a diary', () => {
  test('is read newest first, by any writing of the name', async ({ call }) => {
    const first = await call('diary.write', { agent_name: 'Grace', entry: 'one' })
    expect(first).toMatchObject({ success: true, agent: 'Grace', topic: 'general', created: true })
    await call('diary.write', { agent_name: ' gRACE', entry: 'two', topic: 'work' })
    const read = await call('diary.read', { agent_name: 'GRACE', last_n: 1 })
    expect(read).toMatchObject({ entries: [{ content: 'two', topic: 'work' }], total: 2, showing: 1 })
    expect(await call('diary.read', { agent_name: 'grace', topic: 'general' })).toMatchObject({ total: 1 })
    expect(await call('drawer.get', { id: first.entry_id })).toMatchObject({ wing: 'agent-grace', room: 'diary' })
  })

  test('has the same entry once a day', async ({ call, store }) => {
    const entry = { agent_name: 'Alan', entry: 'the same' }
    const first = await call('diary.write', entry)
    expect(await call('diary.write', entry)).toMatchObject({
      entry_id: first.entry_id,
      created: false,
      change_set: null,
    })
    const { drawers } = tables
    await store.db
      .update(drawers)
      .set({ createdAt: sql`now() - interval '25 hours'` })
      .where(eq(drawers.id, first.entry_id))
    const next = await call('diary.write', entry)
    expect(next).toMatchObject({ created: true })
    expect((await call('diary.read', { agent_name: 'alan' })).total).toBe(2)
  })

  test('that is not there is empty', async ({ call }) => {
    expect(await call('diary.read', { agent_name: 'nobody' })).toEqual({
      agent: 'nobody',
      entries: [],
      total: 0,
      showing: 0,
    })
  })

  test('may stand in a wing with those of others', async ({ call }) => {
    await call('diary.write', { agent_name: 'Ida', entry: 'hers', wing: 'team' })
    await call('diary.write', { agent_name: 'Ivo', entry: 'his', wing: 'team' })
    expect(await call('diary.read', { agent_name: 'ida', wing: 'team' })).toMatchObject({
      entries: [{ content: 'hers' }],
      total: 1,
    })
    expect(await call('diary.read', { agent_name: 'ida' })).toMatchObject({ total: 0 })
  })

  test('takes no blank entry, and no name that is no part of a wing', async ({ call }) => {
    await expect(call('diary.write', { agent_name: 'x', entry: ' ' })).rejects.toMatchObject({ code: 'input.invalid' })
    await expect(call('diary.write', { agent_name: ' ', entry: 'x' })).rejects.toMatchObject({ code: 'input.invalid' })
    await expect(call('diary.write', { agent_name: 'a/b', entry: 'x' })).rejects.toMatchObject({
      code: 'palace.path_invalid',
    })
  })
})

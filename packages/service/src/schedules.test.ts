import { tables } from '@loci/store'
import { openTestService, test } from '@loci/testing'
import { sql } from 'drizzle-orm'
import { expect, vi } from 'vitest'

test('what has been in the trash too long, and jobs that ended long ago, go by themselves', async ({
  call,
  database,
  service,
  store,
}) => {
  for (const name of ['old', 'young']) {
    await call('drawer.create', { wing: 'kept', room: 'r', name, content: `text of ${name}` })
    await call('drawer.delete', { wing: 'kept', room: 'r', drawer: name })
  }
  const { id } = await call('job.create', { kind: 'demo', steps: 1 })
  await service.settle(id)
  await store.db.execute(sql`update ${tables.drawers} set deleted_at = now() - interval '8 days' where name = 'old'`)
  await store.db.execute(sql`update ${tables.jobs} set completed_at = now() - interval '31 days' where id = ${id}`)

  // two begin at once, as after a restart of a team's servers: a period has one job of each kind
  const starting = await Promise.all([1, 2].map(() => openTestService(database, { LOCI_TRASH_DAYS: '7' })))
  for (const one of starting) one.startWorkers()
  await vi.waitFor(
    async () => {
      expect(await store.db.$count(tables.drawers)).toBe(1)
      await expect(call('job.show', { id })).rejects.toMatchObject({ code: 'job.not_found' })
    },
    { timeout: 60_000, interval: 100 },
  )
  await Promise.all(starting.map((one) => one.close()))
  const { items } = await call('trash.list', {})
  expect(items.map((item) => item.name)).toEqual(['young'])
  const { items: purges } = await call('job.list', { kind: 'purge' })
  expect(
    purges.map(({ payload, created_by: by }) => `${payload['what'] === 'jobs' ? 'jobs' : 'trash'} ${by}`).toSorted(),
  ).toEqual(['jobs loci', 'trash loci'])
})

import { setTimeout as sleep } from 'node:timers/promises'
import type { Caller, Job, JobEvent } from '@loci/contract'
import { onInterrupt } from '../interrupt.ts'
import { openBoard } from './board.ts'

const pollMilliseconds = 300
const page = 200

/** What is shown of a job. */
export type Seen = Pick<JobEvent, 'id' | 'kind' | 'status' | 'progress'>

/** Shows jobs as they go on: one until it is settled, or all until the user has seen enough. */
export async function watchJobs(call: Caller, { id, json }: { id: string | undefined; json: boolean }): Promise<void> {
  const { signal, release } = onInterrupt()
  const board = openBoard(json)
  let settled = false
  const show = (seen: Seen) => {
    board.show(seen)
    if (seen.id === id) settled = isSettled(seen)
  }
  try {
    // from before what is shown first, so that nothing falls in between
    let { position } = await call('job.next', { id, after: 'now' })
    for (const job of await present(call, id)) show(job)
    while (!signal.aborted && !settled) {
      const next = await call('job.next', { id, after: position, limit: page })
      for (const event of next.items) show(event)
      position = next.position
      if (!settled && next.items.length < page) await sleep(pollMilliseconds, undefined, { signal }).catch(() => {})
    }
  } finally {
    board.close()
    release()
  }
}

async function present(call: Caller, id: string | undefined): Promise<Job[]> {
  if (id !== undefined) return [await call('job.show', { id })]
  const listed = await Promise.all(
    (['running', 'queued', 'paused'] as const).map((status) => call('job.list', { status, limit: 20 })),
  )
  return listed.flatMap(({ items }) => items)
}

const isSettled = ({ status }: Seen): boolean => status !== 'queued' && status !== 'running'

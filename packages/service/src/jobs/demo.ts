import { setTimeout as sleep } from 'node:timers/promises'
import type { JobDefinition } from './definition.ts'

const stepMilliseconds = 20

/** Does nothing, a step at a time: for trying out what can be done with jobs. */
export const demo: JobDefinition<'demo'> = {
  async admit(_context, payload) {
    return payload
  },
  async run({ payload: { steps }, resumePoint, checkpoint, shouldStop, stopHere, signal }, { store }) {
    for (let step = Number(resumePoint?.['next_step'] ?? 0); step < steps; step++) {
      if (shouldStop() !== undefined) stopHere()
      await sleep(stepMilliseconds, undefined, { signal })
      const progress = { current: step + 1, total: steps, message: `step ${step + 1} of ${steps}` }
      await store.transaction((tx) => checkpoint(tx, { next_step: step + 1 }, progress))
    }
    return { steps }
  },
}

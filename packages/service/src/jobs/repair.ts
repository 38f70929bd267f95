import type { JobDefinition } from './definition.ts'

/** Mends what can be made again. */
export const repair: JobDefinition<'repair'> = {
  async admit(_context, payload) {
    return payload
  },
  async run() {
    return {}
  },
}

import type { JobDefinition } from './definition.ts'

/** Looks for what does not fit together. */
export const audit: JobDefinition<'audit'> = {
  async admit(_context, payload) {
    return payload
  },
  async run() {
    return {}
  },
}

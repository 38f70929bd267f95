import { narrowest, PalaceError } from '@loci/contract'
import type { Handlers } from '../context.ts'
import { keepSessionMode } from '../modes.ts'

export const sessions: Handlers<'tool.set_mode'> = {
  'tool.set_mode': async ({ db, config, principal }, { mode }) => {
    if (narrowest(config.mode, mode) !== mode)
      throw new PalaceError('mode.forbidden', `this process allows the memory mode ${config.mode} at most`, {
        details: { operation: 'tool.set_mode', mode: config.mode },
        help: 'LOCI_MODE says so; whoever runs Loci can change it.',
      })
    await keepSessionMode(db, principal, mode)
    return { mode }
  },
}

import { countPalace } from '@loci/palace-hierarchy'
import { findLikeDrawers } from '@loci/search'
import type { Handlers } from '../context.ts'
import { keepHookSettings } from '../hook-settings.ts'
import { aaakDialect } from '../texts.ts'
import { wakeUp } from '../wake-up.ts'

type AgentTool = 'check_duplicate' | 'get_aaak_spec' | 'hook_settings' | 'reconnect' | 'wake_up'

export const agentTools: Handlers<`tool.${AgentTool}`> = {
  'tool.check_duplicate': async ({ db, profile, principal: { palaceId } }, { content, threshold }) => {
    const matches = await findLikeDrawers(db, profile, { palaceId, content, threshold })
    return { is_duplicate: matches.length > 0, matches: matches.map((match) => ({ ...match })) }
  },
  'tool.get_aaak_spec': () => Promise.resolve({ aaak_spec: aaakDialect }),
  'tool.hook_settings': async ({ db, principal }, settings) => keepHookSettings(db, principal, settings),
  'tool.reconnect': async ({ db, store, profile, principal: { palaceId } }) => {
    const { drawers } = await countPalace(db, palaceId)
    const vectors = profile === null ? 'search goes by words alone' : `vectors by ${profile.name}`
    return {
      success: true,
      message: `the ${store.kind} database answers, ${vectors}; nothing is kept that could be stale`,
      drawers,
      vector_disabled: profile === null,
      ...(profile === null && { vector_disabled_reason: 'no embedding profile is set' }),
    }
  },
  'tool.wake_up': (context, input) => wakeUp(context, input),
}

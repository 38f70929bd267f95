import { createHash, timingSafeEqual } from 'node:crypto'
import { type Mode, PalaceError } from '@loci/contract'
import type { Channel, Principal } from './principal.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Who a token is. Without an administrator's token set, whoever reaches the server is the local administrator. */
export function createAuthentication({ adminToken, palaceId }: { adminToken: string | undefined; palaceId: string }) {
  const expected = adminToken === undefined ? undefined : digest(adminToken)
  return (token: string | undefined, channel: Channel, session?: string, mode: Mode = 'full'): Principal => {
    const principal = { channel, session, palaceId, mode, role: 'admin' as const }
    if (expected === undefined) return { ...principal, actor: 'local' }
    if (token === undefined) throw new PalaceError('auth.required', 'this server asks for a token')
    // digests have one length, so the comparison takes the same time whatever was sent
    if (!timingSafeEqual(digest(token), expected)) throw new PalaceError('auth.required', 'the token is not valid')
    return { ...principal, actor: 'admin' }
  }
}

import { PalaceError } from '@loci/contract'
import type { MiddlewareHandler } from 'hono'

/** Whether an address is this machine's own. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)

/**
 * On loopback, refuses what was not sent to this machine by name: a web page elsewhere can point its own host name at
 * 127.0.0.1 and would otherwise speak as the administrator. Where a token is asked for, that guards, and a proxy on this
 * machine may pass on whatever name it serves.
 */
export function localOnly(boundTo: string, tokensRequired: boolean): MiddlewareHandler {
  const guarded = isLoopback(boundTo) && !tokensRequired
  return async (c, next) => {
    if (
      guarded &&
      !(isLocal(`http://${c.req.header('Host') ?? new URL(c.req.url).host}`) && fromHere(c.req.header('Origin')))
    )
      throw new PalaceError('auth.forbidden', 'this server answers to localhost only', {
        help: 'Use http://127.0.0.1 with its port, and no page of another site.',
      })
    await next()
  }
}

const fromHere = (origin: string | undefined): boolean => origin === undefined || isLocal(origin)

const isLocal = (url: string): boolean => URL.canParse(url) && isLoopback(new URL(url).hostname)

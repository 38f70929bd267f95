import { Mode, PalaceError } from '@loci/contract'
import type { Config } from '@loci/service'
import type { Context } from 'hono'

const visible = /^[\x21-\x7e]{1,128}$/

/** Text of a header that is fit for a log line. */
export const isVisible = (text: string): boolean => visible.test(text)

/** The token of the request, if it has one. */
export const bearerOf = (c: Context): string | undefined =>
  /^Bearer +(\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1]

/** The session a client says it is in. */
export function sessionOf(c: Context, header: string): string | undefined {
  const session = c.req.header(header)
  if (session === undefined || isVisible(session)) return session
  throw new PalaceError('input.invalid', `${header}: must be 1 to 128 visible ASCII characters`)
}

/** The memory mode that a request asks for. */
export function modeOf(c: Context): Mode | undefined {
  const said = c.req.header('X-Loci-Mode')
  if (said === undefined) return undefined
  const mode = Mode.safeParse(said)
  if (mode.success) return mode.data
  throw new PalaceError('input.invalid', `X-Loci-Mode: must be one of ${Mode.options.join(', ')}`)
}

const mebibyte = 1024 * 1024

/** The most bytes of a body: a drawer at its limit with each byte escaped, and room for many small ones. */
export const bodyLimitOf = ({ maxDrawerBytes }: Config): number =>
  Math.max(16 * mebibyte, 6 * maxDrawerBytes + mebibyte)

import { errorCodes } from '@loci/contract'
import { describeFault, type LogFault, toEnvelope } from '@loci/mcp'
import type { Logger } from 'pino'
import type { ApiContext } from './env.ts'

/** Any error as the envelope with the status of its code. */
export function answerError(c: ApiContext, error: unknown, log: Logger): Response {
  const envelope = toEnvelope(error, logFault(log), c.get('requestId'))
  const { code } = envelope.error
  if (code === 'auth.required') c.header('WWW-Authenticate', 'Bearer')
  if (code === 'unavailable') c.header('Retry-After', '1')
  return c.json(envelope, errorCodes[code].status)
}

/** What went wrong inside goes to the log, without what the request held. */
export const logFault =
  (log: Logger): LogFault =>
  (error, requestId) =>
    log.error({ request_id: requestId, fault: describeFault(error) }, 'fault')

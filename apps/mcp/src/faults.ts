import { randomUUID } from 'node:crypto'
import { type ErrorBody, isPalaceError, toPalaceError } from '@loci/contract'

/** Takes what must not leave the process, under the request id that was told outside. */
export type LogFault = (error: unknown, requestId: string) => void

/** The envelope of any error; what is not ours is logged, and told as `internal`. */
export function toEnvelope(
  error: unknown,
  log: LogFault,
  requestId: string = randomUUID(),
): { error: ErrorBody & { request_id: string } } {
  if (!isPalaceError(error) || error.code === 'internal') log(error, requestId)
  return { error: { ...toPalaceError(error).toBody(), request_id: requestId } }
}

/** An error for a log: where it happened and its codes. Of a database error not its words, for they hold values. */
export function describeFault(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const holdsValues = 'query' in error || error.name === 'PostgresError'
  return {
    type: error.name,
    ...(!holdsValues && { message: error.message }),
    ...('code' in error && { code: error.code }),
    ...('query' in error && { query: error.query }),
    at: error.stack?.split('\n').filter((line) => /^\s+at /.test(line)),
    ...(error.cause !== undefined && { cause: describeFault(error.cause) }),
  }
}

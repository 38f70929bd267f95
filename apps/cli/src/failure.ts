import { inspect } from 'node:util'
import { type ErrorBody, errorCodes, isPalaceError } from '@loci/contract'
import { oneLine } from './output/neutralise.ts'

/** How a command says that it failed. */
export interface Failure {
  exit: number
  /** For JSON output, as every other door has it. */
  error: ErrorBody
  /** For people, on standard error. */
  lines: string[]
}

/** Any error that ends a command, with its exit code: ours by the table, wrong arguments 2, the unforeseen 1. */
export function toFailure(error: unknown): Failure {
  if (isPalaceError(error)) {
    const body = error.toBody()
    const requestId = body.details?.['request_id']
    const lines = [body.message, body.help, ...(typeof requestId === 'string' ? [`request id: ${requestId}`] : [])]
    return { exit: errorCodes[body.code].exit, error: body, lines: [...lines.map(oneLine), ...insides(error)] }
  }
  const message = error instanceof Error ? error.message : String(error)
  if (isUsage(error)) {
    const help = 'See --help of the command.'
    return { exit: 2, error: { code: 'input.invalid', message, help }, lines: message.split('\n') }
  }
  const help = 'Set LOCI_LOG_LEVEL=debug to see more, and report it.'
  const line = oneLine(message.split('\n')[0] ?? '')
  return { exit: 1, error: { code: 'internal', message: line, help }, lines: [line, help, ...insides(error)] }
}

/** oclif's own errors: what the parser says of arguments and flags. */
const isUsage = (error: unknown): error is Error => error instanceof Error && 'oclif' in error

function insides(error: unknown): string[] {
  if (process.env['LOCI_LOG_LEVEL'] !== 'debug' || !(error instanceof Error)) return []
  return [error.stack ?? '', ...(error.cause === undefined ? [] : [`caused by: ${inspect(error.cause)}`])]
}

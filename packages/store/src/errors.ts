import { PalaceError } from '@loci/contract'

const connectionCodes = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
])
// class 08: connection exceptions; 57P01-03: shutdown, crash, starting up; 53300: too many connections;
// 25P03: idle in a transaction for too long; 55P03, 57014: gave up waiting
const awayStates = /^(08...|57P0[123]|53300|25P03|55P03|57014)$/
// 40001: could not serialize; 40P01: deadlock. The other transaction went through, so trying again helps
const conflictStates = new Set(['40001', '40P01'])

/** The SQLSTATE or connection code of a database error, through drizzle's wrapping; undefined for other errors. */
export function databaseCode(error: unknown): string | undefined {
  for (let e = error; e instanceof Error; e = e.cause) {
    if (e.name === 'PalaceError') return undefined
    if ('code' in e && typeof e.code === 'string') return e.code
    if (e instanceof AggregateError && e.errors[0] instanceof Error) return databaseCode(e.errors[0])
  }
  return undefined
}

/** The name of the constraint or unique index that an error tells of, if it is one. */
export function violatedConstraint(error: unknown): string | undefined {
  for (let e = error; e instanceof Error; e = e.cause) {
    if ('constraint_name' in e && typeof e.constraint_name === 'string') return e.constraint_name
  }
  return undefined
}

/** Whether the transaction lost against another and may simply run again. */
export const isConflict = (error: unknown): boolean => conflictStates.has(databaseCode(error) ?? '')

/** A database that is away becomes `unavailable`; every other error stays what it is. */
export function translateDatabaseError(error: unknown): unknown {
  const code = databaseCode(error)
  if (code === undefined) return error
  if (connectionCodes.has(code) || awayStates.test(code) || isConflict(error))
    return new PalaceError('unavailable', 'the database did not answer', { cause: error })
  return error
}

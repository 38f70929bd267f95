import { errorCodes, toPalaceError } from '@loci/contract'
import { describeFault } from '@loci/mcp'

/** Says why a process could not start, or had to stop, and sets its exit code. */
export function tellFault(error: unknown): void {
  const { code, message, help } = toPalaceError(error)
  process.stderr.write(`loci: ${message}. ${help}\n`)
  if (code === 'internal') process.stderr.write(`${JSON.stringify(describeFault(error))}\n`)
  process.exitCode = errorCodes[code].exit
}

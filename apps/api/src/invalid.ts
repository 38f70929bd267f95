import { PalaceError } from '@loci/contract'

/** A field that is wrong, told as the contract tells it. */
export function invalid(field: string, message: string): PalaceError {
  return new PalaceError('input.invalid', `${field}: ${message}`, { details: { issues: [{ field, message }] } })
}

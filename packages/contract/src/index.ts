export { type ErrorBody, type ErrorCode, errorCodes, isPalaceError, PalaceError, toPalaceError } from './errors.ts'

export { Drawer, DrawerSummary } from './drawers.ts'
export {
  type ErrorBody,
  type ErrorCode,
  errorCodes,
  isPalaceError,
  PalaceError,
  type PalaceErrorOptions,
  toPalaceError,
} from './errors.ts'
export { Change, type EntityDiff } from './history.ts'
export { Job, type JobKind, jobKinds, type JobPayload } from './jobs.ts'
export {
  type Access,
  hasBody,
  type Input,
  type Method,
  type Operation,
  operation,
  type Output,
  type Parsed,
  pathFields,
} from './operation.ts'
export type { Caller } from './caller.ts'
export { parseInput } from './parse.ts'
export { Room } from './rooms.ts'
export { SearchHit } from './search.ts'
export { TrashItem } from './trash.ts'
export { Wing } from './wings.ts'
export { type OperationName, operations, type Operations } from './operations.ts'

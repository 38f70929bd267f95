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
export type { Entity } from './entities.ts'
export type { Fact } from './facts.ts'
export { Change, type EntityDiff } from './history.ts'
export { CheckpointResult, itemTags } from './checkpoint.ts'
export { Job, JobEvent } from './job.ts'
export { type JobKind, jobKinds, type JobPayload, Priority } from './jobs.ts'
export { allows, Mode, modes, narrowest, touches } from './modes.ts'
export {
  type Access,
  argumentsOf,
  hasBody,
  type Input,
  type Method,
  type Operation,
  operation,
  type Output,
  type Parsed,
  pathFields,
  statusOf,
} from './operation.ts'
export type { Caller, CallOptions } from './caller.ts'
export { parseInput } from './parse.ts'
export { Room } from './rooms.ts'
export { SearchHit } from './search.ts'
export { SyncCounts } from './sources.ts'
export { TrashItem } from './trash.ts'
export { Wing } from './wings.ts'
export { type OperationName, operations, type Operations } from './operations.ts'

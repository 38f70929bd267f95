import type { Input, Output } from './operation.ts'
import type { OperationName, Operations } from './operations.ts'

/** What every door calls: an operation by its name. In process or over HTTP, it is the same. */
export type Caller = <K extends OperationName>(name: K, input: Input<Operations[K]>) => Promise<Output<Operations[K]>>

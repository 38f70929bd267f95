import type { CallOptions, Input, Mode, OperationName, Operations, Output } from '@loci/contract'
import type { Channel, Principal } from './principal.ts'

export interface Service {
  /** Validates, checks access, runs the operation in one transaction with one change set, and checks the answer. */
  call<K extends OperationName>(
    name: K,
    input: Input<Operations[K]>,
    principal: Principal,
    options?: CallOptions,
  ): Promise<Output<Operations[K]>>
  /** Who a token is: `auth.required` when one is needed and missing or wrong. */
  authenticate(token: string | undefined, channel: Channel, session?: string, mode?: Mode): Promise<Principal>
  /** The administrator on this machine, for a palace opened in process. */
  local(channel: Channel, session?: string, mode?: Mode): Principal
  /** Whether a token is needed; without one only loopback may be served. */
  readonly tokensRequired: boolean
  /** Resolves when the database answers; `unavailable` otherwise. */
  ready(): Promise<void>
  /** Begins to run jobs in this process. */
  startWorkers(): void
  /** Resolves when the job has left queued and running, running it here if no one else does. */
  settle(
    jobId: string,
    onProgress?: (job: Pick<Output<Operations['job.show']>, 'status' | 'progress'>) => void,
  ): Promise<Output<Operations['job.show']>>
  /** Stops the workers (running jobs go back to the queue), then closes the database. */
  close(): Promise<void>
}

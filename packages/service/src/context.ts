import type { CallOptions, OperationName, Operations, Output, Parsed } from '@loci/contract'
import type { EmbeddingProfile } from '@loci/embeddings'
import type { Change } from '@loci/revisions'
import type { Db, Store, Transaction } from '@loci/store'
import type { Config } from './config.ts'
import type { Later } from './later.ts'
import type { Principal } from './principal.ts'

/** What a handler works with: the transaction (or the pool, for a read), who asks, and the change being made. */
export interface Context {
  db: Db
  store: Store
  config: Config
  profile: EmbeddingProfile | null
  principal: Principal
  change: Change
  /** Whether whoever asks is the local administrator, whose files this process may read. */
  isLocal: boolean
  /** Tells the workers of this process that there is something to do. */
  wakeWorkers: () => void
  /** Has change sets that are not in the chain yet linked to it. */
  sealSoon(): void
  /** What whoever asks wants to hear while a handler waits for a job. */
  waiting: CallOptions
  /** Runs once the transaction is committed. */
  afterCommit(work: () => void): void
}

/** The context of a write: its database is the open transaction. */
export type WriteContext = Context & { db: Transaction }

/** The change set of what was written so far; null when nothing was. */
export const changeSetOf = ({ change }: Context): string | null => (change.revisions > 0 ? change.id : null)

export type Handler<K extends OperationName> = (
  context: Context,
  input: Parsed<Operations[K]>,
) => Promise<Output<Operations[K]> | Later<Output<Operations[K]>>>

/** A handler for each of the named operations: a missing one does not compile. */
export type Handlers<K extends OperationName = OperationName> = { [Name in K]: Handler<Name> }

/** The names that begin with a noun: `Named<'wing'>` are all of `wing.…`. */
export type Named<Noun extends string> = Extract<OperationName, `${Noun}.${string}`>

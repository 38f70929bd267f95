import {
  type CallOptions,
  type Operation,
  type OperationName,
  operations,
  type Operations,
  type Output,
  parseInput,
} from '@loci/contract'
import { beginChange, type Change, finishChange } from '@loci/revisions'
import { follow } from '@loci/search'
import type { Db } from '@loci/store'
import { checkAccess } from './access.ts'
import { Later } from './later.ts'
import { checkMode, withSessionMode } from './modes.ts'
import { DryRun, withDryRun } from './dry-run.ts'
import type { Context, Handler, WriteContext } from './context.ts'
import { handlers } from './handlers/index.ts'
import type { Palace } from './palace.ts'
import type { Principal } from './principal.ts'

/** The one way in: access and mode checked, input checked, one transaction with one change set, output checked. */
export async function callOperation<K extends OperationName>(
  palace: Palace,
  name: K,
  input: unknown,
  caller: Principal,
  waiting: CallOptions = {},
): Promise<Output<Operations[K]>> {
  const operation: Operation = operations[name]
  checkAccess(name, operation.access, caller)
  const principal = await palace.store.read((db) => withSessionMode(db, caller, palace.config.mode))
  checkMode(name, operation, principal.mode)
  const parsed = parseInput(operation.input, input)
  // the handler of this very operation takes what its schema gives
  const handler = handlers[name] as unknown as Handler<K>
  const run = (context: Context) => handler(context, parsed as never)

  const made =
    operation.access === 'read'
      ? await palace.store.read((db) =>
          run({ ...contextFor(palace, principal, db, beginChange(principal.palaceId), () => {}), waiting }),
        )
      : await writeChange(palace, principal, name, (context) => run({ ...context, waiting }))
  // what the handler gives is checked here, whenever it gives it
  const output: unknown = made instanceof Later ? await made.answer() : made
  return operation.output.parse(output) as Output<Operations[K]>
}

/** Runs work in one transaction with one change set; the index follows in the same transaction. */
export async function writeChange<T>(
  palace: Palace,
  principal: Principal,
  operation: string,
  work: (context: WriteContext) => Promise<T>,
): Promise<T> {
  const { actor, channel, session } = principal
  const committed: (() => void)[] = []
  const run = () =>
    palace.store.transaction(async (tx) => {
      committed.length = 0
      const change = beginChange(principal.palaceId)
      const context = contextFor(palace, principal, tx, change, (after) => committed.push(after))
      const done = await work({ ...context, db: tx })
      if (change.dryRun) throw new DryRun(done)
      if (change.revisions > 0) {
        await follow(tx, change, palace.profile)
        await finishChange(tx, change, { actor, channel, session, operation })
        committed.push(
          () => palace.statistics.soon(principal.palaceId),
          () => palace.seals.soon(principal.palaceId),
        )
      }
      return done
    })
  const { result, written } = await withDryRun(run)
  if (written) for (const after of committed) after()
  return result
}

function contextFor(
  { store, config, profile, tokensRequired, wakeWorkers, seals }: Palace,
  principal: Principal,
  db: Db,
  change: Change,
  afterCommit: Context['afterCommit'],
): Context {
  const sealSoon = () => seals.soon(principal.palaceId)
  const isLocal = !tokensRequired
  return { db, store, config, profile, principal, change, isLocal, wakeWorkers, sealSoon, afterCommit, waiting: {} }
}

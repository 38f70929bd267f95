import type { Store } from '@loci/store'
import type { Asked, Claim } from './claim.ts'
import { renewLease } from './renew-lease.ts'

export interface LeaseKeeper {
  /** Whether the lease may have run out: the database has not confirmed it for as long as it lasts. */
  expired(): boolean
  stop(): void
}

export interface LeaseKeeperOptions {
  store: Store
  claim: Claim
  leaseSeconds: number
  /** When the claim was sent, by `performance.now()`. */
  claimedAt: number
  /** Hears what the job was asked; undefined when the lease is lost. */
  saw: (asked: Asked | undefined) => void
}

/** Renews a lease three times in its life, and gives it up itself when the database was away for the whole of it. */
export function keepLease({ store, claim, leaseSeconds, claimedAt, saw }: LeaseKeeperOptions): LeaseKeeper {
  const lifetime = leaseSeconds * 1000
  let confirmedAt = claimedAt
  let unanswered = 0
  // a little early, as the worker that takes over does not wait for this timer
  const expired = () => performance.now() - confirmedAt >= lifetime * 0.95

  async function renew(): Promise<void> {
    // one that was late but not away, as after a pause of the process, asks before it gives up
    if (unanswered > 0 && expired()) return saw(undefined)
    const sentAt = performance.now()
    unanswered += 1
    const asked = await store.read((db) => renewLease(db, claim, leaseSeconds))
    if (asked) {
      confirmedAt = Math.max(confirmedAt, sentAt)
      unanswered = 0
    }
    saw(asked)
  }

  // an error leaves it unanswered; who watches over the database logs it
  const timer = setInterval(() => void renew().catch(() => {}), lifetime / 3)
  return { expired, stop: () => clearInterval(timer) }
}

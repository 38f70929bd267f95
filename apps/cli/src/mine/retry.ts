import { setTimeout as wait } from 'node:timers/promises'
import { errorCodes, isPalaceError } from '@loci/contract'

/** Milliseconds to wait before each further try. */
const usualDelays: readonly number[] = [250, 500, 1000, 2000, 4000]

/** Calls again, a little later each time, while what went wrong may pass. An abort ends the waiting, not the call. */
export async function retrying<T>(
  call: () => Promise<T>,
  { delays = usualDelays, signal }: { delays?: readonly number[] | undefined; signal?: AbortSignal | undefined } = {},
): Promise<T> {
  for (const delay of delays) {
    try {
      return await call()
    } catch (error) {
      if (signal?.aborted || !isPalaceError(error) || !errorCodes[error.code].retryable) throw error
      await wait(delay, undefined, { signal }).catch(() => {
        throw error
      })
    }
  }
  return call()
}

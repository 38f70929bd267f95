/** Carries the answer of a dry run out of the transaction that it rolls back. */
export class DryRun extends Error {
  readonly answer: unknown

  constructor(answer: unknown) {
    super('a dry run is rolled back')
    this.answer = answer
  }
}

/** Runs a transaction whose work may end in the answer of a dry run. */
export async function withDryRun<T>(transaction: () => Promise<T>): Promise<{ result: T; written: boolean }> {
  try {
    return { result: await transaction(), written: true }
  } catch (error) {
    // what the work would have given, had it not been a dry run
    if (error instanceof DryRun) return { result: error.answer as T, written: false }
    throw error
  }
}

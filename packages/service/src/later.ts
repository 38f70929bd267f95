/** An answer that is made once the transaction is committed, such as by waiting for what was queued in it. */
export class Later<T> {
  readonly answer: () => Promise<T>

  constructor(answer: () => Promise<T>) {
    this.answer = answer
  }
}

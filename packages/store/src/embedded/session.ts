import type { Engine } from './engine.ts'
import { message, query, readyStatus, sync, type TransactionStatus, typeOf } from './protocol.ts'
import { createStatements, type UnnamedSlot } from './statements.ts'

/** One client's part in the shared session. */
export interface Session {
  /** Runs one turn; `write` gets the answer. Gives whether the client must be served next too. */
  run(turn: Buffer[], write: (answer: Buffer) => void): Promise<boolean>
  /** Undoes what the client left behind: its transaction, statements and settings. */
  leave(): Promise<void>
  /** Whether a transaction, or a batch that awaits its Sync, is open. */
  readonly holding: boolean
}

// what Postgres itself does with a batch whose client goes before its Sync: it ends as an error does
const spoil = message('P', '', 'the client has gone', Buffer.alloc(2))
const parseComplete = Buffer.from([0x31, 0, 0, 0, 4])
const copyIn = 'G'

export function createSession(engine: Engine, id: number, slot: UnnamedSlot): Session {
  const statements = createStatements(`c${id}`, slot)
  let status: TransactionStatus = 'I'
  let batchOpen = false

  async function settle(data: Buffer): Promise<void> {
    status = readyStatus(await engine.exec(data)) ?? status
  }

  return {
    get holding() {
      return batchOpen || status !== 'I'
    },

    async run(turn, write) {
      let last: Buffer = Buffer.alloc(0)
      for (const data of turn) {
        for (const step of statements.translate(data)) {
          const answer = await engine.exec(step.data)
          if (answer.length > 0 && !(step.hidden && answer.equals(parseComplete))) write(answer)
          last = answer
        }
      }
      const end = typeOf(turn.at(-1) ?? sync)
      batchOpen = end === 'H'
      if (!batchOpen) {
        const now = readyStatus(last)
        if (!now) throw new Error(`the session gave no ready state after ${end}`)
        status = now
      }
      return this.holding
    },

    async leave() {
      if (batchOpen) {
        await engine.exec(spoil)
        await settle(sync)
        batchOpen = false
      }
      if (status !== 'I') await settle(query('rollback'))
      const closing = statements.closeAll()
      for (const close of closing) await engine.exec(close)
      if (closing.length > 0) await settle(sync)
      if (slot.owner === statements) slot.owner = undefined
      await settle(query('reset all'))
    },
  }
}

/** Whether a simple query asks for data from the client. */
export function isCopyIn(data: Buffer): boolean {
  return typeOf(data) === 'Q' && /^\s*copy\s[^;]*\sfrom\s+stdin\b/i.test(data.toString('utf8', 5, 4096))
}

/** The answer that lets a client send its data before the session, which reads all in one go, has been asked. */
export const copyInResponse = message(copyIn, Buffer.alloc(3))

/** An answer without the CopyInResponse that the client has had. */
export function withoutCopyIn(answer: Buffer): Buffer {
  return typeOf(answer) === copyIn ? answer.subarray(answer.readUInt32BE(1) + 1) : answer
}

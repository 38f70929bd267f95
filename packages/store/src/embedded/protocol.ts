/** The untyped messages that may open a connection, by their code; `stop` is our own. */
export const startupCodes = { cancel: 80877102, ssl: 80877103, gss: 80877104, stop: 80877199 } as const

const startupLimit = 10_000
const messageLimit = 256 * 1024 * 1024

export interface Splitter {
  /** The messages completed by these bytes, headers included. Throws a RangeError on what cannot be a message. */
  push(chunk: Buffer): Buffer[]
}

/** Cuts one client's byte stream into messages: untyped ones until the startup message, typed ones after it. */
export function createSplitter(limit = messageLimit): Splitter {
  let chunks: Buffer[] = []
  let size = 0
  let needed = 0
  let typed = false

  return {
    push(chunk) {
      chunks.push(chunk)
      size += chunk.length
      const messages: Buffer[] = []
      // joined only when a message is whole, so that a large one is copied once
      if (size < needed) return messages
      let rest = chunks.length === 1 ? chunk : Buffer.concat(chunks, size)
      for (;;) {
        const lengthAt = typed ? 1 : 0
        needed = lengthAt + 4
        if (rest.length < needed) break
        const length = rest.readUInt32BE(lengthAt)
        if (length < 4 || length > (typed ? limit : startupLimit)) throw new RangeError('invalid message length')
        if (!typed && length < 8) throw new RangeError('invalid startup message')
        needed = lengthAt + length
        if (rest.length < needed) break
        const message = rest.subarray(0, needed)
        rest = rest.subarray(needed)
        if (!typed && message.readUInt16BE(4) === 3) typed = true
        messages.push(message)
      }
      chunks = rest.length > 0 ? [rest] : []
      size = rest.length
      return messages
    },
  }
}

/** A typed message of the given parts; text gets its closing zero. */
export function message(type: string, ...parts: (string | Uint8Array)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(`${part}\0`) : part)))
  const head = Buffer.alloc(5)
  head.write(type, 'latin1')
  head.writeUInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

export function typeOf(data: Buffer): string {
  return String.fromCharCode(data[0] ?? 0)
}

/** An untyped message of nothing but its code. */
export function startupRequest(code: number): Buffer {
  const data = Buffer.alloc(8)
  data.writeUInt32BE(8)
  data.writeUInt32BE(code, 4)
  return data
}

export function textAt(data: Buffer, offset: number): string {
  const end = data.indexOf(0, offset)
  return data.toString('utf8', offset, end < 0 ? data.length : end)
}

export const sync = message('S')

export function query(text: string): Buffer {
  return message('Q', text)
}

export function errorResponse(severity: 'ERROR' | 'FATAL', code: string, text: string): Buffer {
  return message('E', `S${severity}`, `V${severity}`, `C${code}`, `M${text}`, Buffer.alloc(1))
}

export function readyForQuery(status: TransactionStatus): Buffer {
  return message('Z', Buffer.from(status))
}

/** Idle, in a transaction, in a failed transaction. */
export type TransactionStatus = 'I' | 'T' | 'E'

/** The status in the ReadyForQuery that ends an answer, undefined when it does not end with one. */
export function readyStatus(answer: Buffer): TransactionStatus | undefined {
  const at = answer.length - 6
  if (at < 0 || answer[at] !== 0x5a || answer.readUInt32BE(at + 1) !== 5) return undefined
  const status = String.fromCharCode(answer[at + 5] ?? 0)
  return status === 'I' || status === 'T' || status === 'E' ? status : undefined
}

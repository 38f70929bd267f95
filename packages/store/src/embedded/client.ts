import type { Socket } from 'node:net'
import { createSplitter, errorResponse, message, readyForQuery, startupCodes, typeOf } from './protocol.ts'
import { copyInResponse, isCopyIn, type Session, withoutCopyIn } from './session.ts'
import type { Job } from './turns.ts'

const refusal = Buffer.from('N')
const endsTurn = new Set(['Q', 'S', 'H', 'F'])
const joinsTurn = new Set(['P', 'B', 'D', 'E', 'C'])

export interface ClientOptions {
  socket: Socket
  session: Session
  parameters: ReadonlyMap<string, string>
  enqueue: (job: Job) => void
  /** The client wants the host to end. */
  onStop: () => void
}

/** Reads one client's messages and asks for a turn for each batch that is whole. */
export function openClient({ socket, session, parameters, enqueue, onStop }: ClientOptions): void {
  const splitter = createSplitter()
  let greeted = false
  let batch: Buffer[] = []
  let copy: Buffer[] | undefined

  function onMessage(data: Buffer): void {
    if (!greeted) return onStartup(data)
    const type = typeOf(data)
    if (copy) return onCopy(copy, data, type)
    if (isCopyIn(data)) return beginCopy(data)
    if (type === 'X') return enqueue(leaving)
    if (endsTurn.has(type)) {
      const turn = [...batch, data]
      batch = []
      enqueue(() => together(() => session.run(turn, write)))
    } else if (joinsTurn.has(type)) batch.push(data)
    // the rest of a COPY that failed is to be ignored
    else if (!'dcf'.includes(type)) fail('08P01', 'invalid message type')
  }

  function onStartup(data: Buffer): void {
    const code = data.readUInt32BE(4)
    if (code === startupCodes.ssl || code === startupCodes.gss) socket.write(refusal)
    else if (code === startupCodes.cancel) socket.destroy()
    else if (code === startupCodes.stop) onStop()
    else if (code >>> 16 !== 3) fail('08P01', 'unsupported protocol version')
    else {
      greeted = true
      // newer minor versions are answered with the one spoken here
      if ((code & 0xffff) !== 0) socket.write(message('v', Buffer.from([0, 3, 0, 0, 0, 0, 0, 0])))
      socket.write(welcome(parameters))
    }
  }

  function beginCopy(data: Buffer): void {
    copy = [data]
    enqueue(async () => {
      write(copyInResponse)
      return session.holding
    })
  }

  function onCopy(parts: Buffer[], data: Buffer, type: string): void {
    // Flush and Sync mean nothing inside of a COPY
    if (type === 'H' || type === 'S') return
    parts.push(data)
    if (type === 'd') return
    copy = undefined
    if (type === 'X') return enqueue(leaving)
    const whole = Buffer.concat(parts)
    enqueue(() => session.run([whole], (answer) => write(withoutCopyIn(answer))))
  }

  /** What one turn writes goes out in one piece. */
  async function together(run: Job): Promise<boolean> {
    socket.cork()
    try {
      return await run()
    } finally {
      socket.uncork()
    }
  }

  async function leaving(): Promise<boolean> {
    socket.end()
    return session.holding
  }

  function write(answer: Buffer): void {
    if (socket.writable) socket.write(answer)
  }

  function fail(code: string, text: string): void {
    if (socket.writable) socket.end(errorResponse('FATAL', code, text), () => socket.destroy())
  }

  socket.on('data', (chunk) => {
    // it has been sent away, or has said goodbye
    if (socket.writableEnded) return
    try {
      for (const data of splitter.push(chunk)) onMessage(data)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      fail('08P01', error.message)
    }
  })
}

function welcome(parameters: ReadonlyMap<string, string>): Buffer {
  return Buffer.concat([
    message('R', Buffer.alloc(4)),
    ...[...parameters].map(([name, value]) => message('S', name, value)),
    // no process of its own stands behind a client, so there is none to cancel: a key that nobody asks for
    message('K', Buffer.alloc(8)),
    readyForQuery('I'),
  ])
}

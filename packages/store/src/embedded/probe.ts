import { once } from 'node:events'
import { connect as open, type Socket } from 'node:net'
import { startupCodes, startupRequest } from './protocol.ts'

/** A connected socket. Rejects with the error of the system when nobody listens. */
export async function connect(path: string): Promise<Socket> {
  const socket = open(path)
  try {
    await once(socket, 'connect')
  } catch (error) {
    socket.destroy()
    throw error
  }
  return socket
}

// asks for TLS, which is always refused: an answer proves a live host and costs it nothing
const question = startupRequest(startupCodes.ssl)

/** A connected socket behind which a host has answered. Rejects when it goes before that, or the signal says stop. */
export async function connectToHost(path: string, signal: AbortSignal): Promise<Socket> {
  const socket = await connect(path)
  const given = new AbortController()
  try {
    socket.write(question)
    const answer = once(socket, 'data', { signal: AbortSignal.any([signal, given.signal]) })
    const closed = once(socket, 'close', { signal: given.signal })
    const first = await Promise.race([answer, closed.then(() => Promise.reject(new Error('the host has gone')))])
    if (!(first[0] instanceof Buffer) || first[0].toString() !== 'N') throw new Error('not a host')
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  } finally {
    given.abort()
  }
}

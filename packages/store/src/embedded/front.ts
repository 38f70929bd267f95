import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { Engine } from './engine.ts'
import { openClient } from './client.ts'
import { maintainOne } from './maintenance.ts'
import { errorResponse } from './protocol.ts'
import { createSession, type Session } from './session.ts'
import type { UnnamedSlot } from './statements.ts'
import { createTurns } from './turns.ts'

export interface FrontOptions {
  path: string
  /** Clients may connect before it has come, and wait. */
  engine: Promise<Engine>
  /** milliseconds a client may sit in a transaction */
  idleInTransaction: number
  /** milliseconds without a client until `onEmpty` */
  emptyAfter: number
  onEmpty: () => void
  /** A client has asked for the end; its connection is left open, so that it sees when the process has ended. */
  onStop: () => void
  onFault: (error: unknown) => void
}

export interface Front {
  /** Tells the clients, and resolves when the running turn is over and what was open is rolled back. */
  close(): Promise<void>
}

interface Guest {
  /** none for the work of the host itself */
  socket?: Socket
}

/** Serves the Postgres protocol on a Unix socket, for many clients over one session. */
export async function openFront(options: FrontOptions): Promise<Front> {
  const { onFault } = options
  const sessions = new Set<Session>()
  const keeper: Guest = {}
  const sockets = new Set<Socket>()
  const slot: UnnamedSlot = {}
  let empty: NodeJS.Timeout | undefined
  let upkeep: NodeJS.Timeout | undefined
  let count = 0

  const turns = createTurns<Guest>({
    idleLimit: options.idleInTransaction,
    onIdle: ({ socket }) => {
      if (socket) dismiss(socket, '25P03', 'terminating connection due to idle-in-transaction timeout')
    },
    onFault,
  })

  function greet(socket: Socket): void {
    clearTimeout(empty)
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      sockets.delete(socket)
      if (sockets.size === 0) empty = setTimeout(options.onEmpty, options.emptyAfter)
    })
    options.engine.then((engine) => receive(socket, engine)).catch(onFault)
  }

  function receive(socket: Socket, engine: Engine): void {
    if (socket.destroyed) return
    const session = createSession(engine, ++count, slot)
    const guest = { socket }
    sessions.add(session)
    openClient({
      socket,
      session,
      parameters: engine.parameters,
      enqueue: (job) => {
        turns.enqueue(guest, job)
        upkeep ??= setTimeout(() => maintain(engine), upkeepMs)
      },
      onStop: () => {
        sockets.delete(socket)
        options.onStop()
      },
    })
    socket.on('close', () => {
      turns.drop(guest)
      turns.enqueue(guest, async () => {
        await session.leave()
        sessions.delete(session)
        return false
      })
    })
  }

  // a turn like any other, so that clients wait for one table at most
  function maintain(engine: Engine): void {
    turns.enqueue(keeper, async () => {
      const more = await maintainOne(engine)
      upkeep = more ? setTimeout(() => maintain(engine), upkeepMs) : undefined
      return false
    })
  }

  const server = createServer(greet)
  server.listen(options.path)
  await once(server, 'listening')
  // whoever started this one has yet to come
  empty = setTimeout(options.onEmpty, Math.max(options.emptyAfter, firstClientMs))

  return {
    async close() {
      clearTimeout(empty)
      clearTimeout(upkeep)
      server.close()
      await turns.close()
      for (const socket of sockets) dismiss(socket, '57P01', 'terminating connection: the database is stopping')
      for (const session of sessions) if (session.holding) await session.leave()
    },
  }
}

const upkeepMs = 10_000
const farewellMs = 1000
const firstClientMs = 10_000

function dismiss(socket: Socket, code: string, text: string): void {
  if (socket.destroyed) return
  // a client that reads nothing must not stay for that
  const overdue = setTimeout(() => socket.destroy(), farewellMs)
  socket.on('close', () => clearTimeout(overdue))
  socket.end(errorResponse('FATAL', code, text), () => socket.destroy())
}

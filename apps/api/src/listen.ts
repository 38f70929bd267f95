import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { PalaceError } from '@loci/contract'
import type { Hono } from 'hono'
import type { ApiEnv } from './env.ts'

export interface Listening {
  url: string
  /** Accepts no more, lets running requests end, for at most so long. */
  close(graceMs: number): Promise<void>
}

/** Listens, or says which address cannot be had and what to do. */
export async function listen(app: Hono<ApiEnv>, host: string, port: number): Promise<Listening> {
  // without options of its own it makes a plain HTTP server
  const server = createAdaptorServer({ fetch: app.fetch }) as Server
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(cannotListen(error, host, port)))
    server.listen(port, host, resolve)
  })
  const address = server.address()
  const bound = typeof address === 'object' && address !== null ? address.port : port
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${bound}`
  return { url, close: (graceMs) => close(server, graceMs) }
}

function cannotListen(error: NodeJS.ErrnoException, host: string, port: number): unknown {
  const where = `port ${port} on ${host}`
  if (error.code === 'EADDRINUSE')
    return new PalaceError('unavailable', `${where} is taken`, {
      help: 'Stop what listens there, perhaps another Loci, or set LOCI_PORT to a free one.',
    })
  if (error.code === 'EACCES')
    return new PalaceError('input.invalid', `${where} may not be used`, { help: 'Set LOCI_PORT to 1024 or above.' })
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new PalaceError('input.invalid', `LOCI_HOST: ${host} is no address of this machine`, {
      help: 'Set LOCI_HOST to one that is, such as 127.0.0.1.',
    })
  return error
}

async function close(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // a connection that is kept alive is idle again after its last answer, and would hold the server open
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  const late = setTimeout(() => server.closeAllConnections(), graceMs)
  await closed
  clearInterval(idle)
  clearTimeout(late)
}

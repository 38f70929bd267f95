import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { PalaceError } from '@loci/contract'
import { type EmbeddedPaths, embeddedPaths } from './paths.ts'
import { connect, connectToHost } from './probe.ts'
import { startupCodes, startupRequest } from './protocol.ts'

export interface EmbeddedOptions {
  /** The folder that holds, or will hold, the database. */
  home: string
  /** Seconds after its last client until the host goes; 60 unless told. Of effect when this call starts the host. */
  idleExitSeconds?: number | undefined
  /** Seconds a client may sit idle in a transaction; 15 unless told. Of effect when this call starts the host. */
  idleInTransactionSeconds?: number | undefined
  /** Whether a commit waits for the disk; yes unless told. Without it a commit outlives the process, not the machine. */
  fsync?: boolean | undefined
  /** Seconds to wait for a host; 60 unless told. */
  startSeconds?: number | undefined
}

const logLimit = 1024 * 1024
const retryMs = 25
const respawnMs = 250

/**
 * Makes sure that the embedded Postgres of a home is running and answers; starts it when it is not.
 * Any number of processes may ask at once: one host comes of it. Throws PalaceError `unavailable`.
 */
export async function ensureEmbedded(options: EmbeddedOptions): Promise<{ socketPath: string }> {
  const socket = await openEmbedded(options)
  socket.destroy()
  return { socketPath: embeddedPaths(options.home).socket }
}

/**
 * The `socket` option of postgres.js: each new connection starts the embedded Postgres when it has gone, so that a pool
 * comes back by itself.
 */
export function embeddedSocket(options: EmbeddedOptions): () => Promise<Socket> {
  return async () => {
    try {
      return await openEmbedded(options)
    } catch (error) {
      // postgres.js never uses a connection again whose maker rejects, but does when its socket fails
      const socket = new Socket()
      setImmediate(() => socket.destroy(error instanceof Error ? error : new Error(String(error))))
      return socket
    }
  }
}

/** Ends the embedded Postgres of a home, when there is one, and resolves when its process has ended. */
export async function stopEmbedded({ home }: Pick<EmbeddedOptions, 'home'>): Promise<void> {
  const socket = await connect(embeddedPaths(home).socket).catch(() => undefined)
  if (!socket) return
  const closed = new Promise((resolve) => socket.on('close', resolve))
  socket.on('error', () => socket.destroy())
  socket.resume()
  socket.write(startupRequest(startupCodes.stop))
  await closed
}

async function openEmbedded(options: EmbeddedOptions): Promise<Socket> {
  const deadline = AbortSignal.timeout((options.startSeconds ?? 60) * 1000)
  let host: Host | undefined
  let cause: unknown
  try {
    const paths = embeddedPaths(options.home)
    while (!deadline.aborted) {
      try {
        return await connectToHost(paths.socket, deadline)
      } catch (error) {
        cause = error
      }
      if (!host) host = startHost(paths, options)
      const ended = await Promise.race([host.ended, sleep(retryMs)])
      if (ended && ended.fault !== undefined) throw new Error(`the host ended: ${ended.fault}`)
      // another one has the folder: it will listen soon, or it is ending
      if (ended && performance.now() - ended.at > respawnMs) host = undefined
      else if (ended) await sleep(retryMs)
    }
    throw new Error('no host in time')
  } catch (error) {
    throw new PalaceError('unavailable', 'the embedded database does not start', {
      help: 'Look at postgres.log in the folder of Loci, then try again.',
      cause: new Error(`${String(error)}; last: ${String(cause)}\n${logTail(options.home)}`, { cause: error }),
    })
  }
}

interface Ended {
  at: number
  fault: string | undefined
}

interface Host {
  ended: Promise<Ended>
}

function startHost(paths: EmbeddedPaths, options: EmbeddedOptions): Host {
  const fromSource = import.meta.url.endsWith('.ts')
  const entry = fileURLToPath(new URL(fromSource ? './host.ts' : './host.js', import.meta.url))
  const loader = fromSource ? ['--conditions=@loci/source', '--import', tsxUrl()] : []
  const args = ['--home', paths.home]
  if (options.idleExitSeconds !== undefined) args.push('--idle-exit', String(options.idleExitSeconds))
  if (options.idleInTransactionSeconds !== undefined) {
    args.push('--idle-in-transaction', String(options.idleInTransactionSeconds))
  }
  if (options.fsync === false) args.push('--fsync', 'off')
  const log = openSync(paths.log, logSize(paths.log) > logLimit ? 'w' : 'a', 0o600)
  try {
    const host = spawn(process.execPath, [...loader, entry, ...args], {
      cwd: paths.home,
      // flags for this process (a debugger's port) are not for that one
      env: { ...process.env, NODE_OPTIONS: '' },
      detached: true,
      stdio: ['ignore', log, log],
      windowsHide: true,
    })
    host.unref()
    const ended = new Promise<Ended>((resolve) => {
      const end = (fault?: string) => resolve({ at: performance.now(), fault })
      host.on('error', (error) => end(error.message))
      host.on('exit', (code, signal) => end(code === 0 ? undefined : String(code ?? signal)))
    })
    return { ended }
  } finally {
    closeSync(log)
  }
}

function tsxUrl(): string {
  return pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
}

function logSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

function logTail(home: string): string {
  try {
    return readFileSync(embeddedPaths(home).log, 'utf8').split('\n').slice(-20).join('\n')
  } catch {
    return ''
  }
}

import { chmodSync, rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openEngine } from './engine.ts'
import { openFront } from './front.ts'
import { type Lock, takeLock } from './lock.ts'
import { type EmbeddedPaths, embeddedPaths } from './paths.ts'
import { connect } from './probe.ts'

const { values } = parseArgs({
  options: {
    home: { type: 'string' },
    'idle-exit': { type: 'string', default: '60' },
    fsync: { type: 'string', default: 'on' },
    'idle-in-transaction': { type: 'string', default: '15' },
  },
})

function log(text: string): void {
  process.stderr.write(`${new Date().toISOString()} ${process.pid} ${text}\n`)
}

function fatal(error: unknown): never {
  log(`ending: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  process.exit(1)
}

async function main(home: string): Promise<void> {
  process.umask(0o077)
  const paths = embeddedPaths(home)
  // whoever has the folder is starting, serving or about to end: the caller tries again
  const lock = await takeLock(paths.data)
  if (lock) await serve(paths, lock)
}

async function serve(paths: EmbeddedPaths, lock: Lock): Promise<void> {
  if (await servedElsewhere(paths.socket)) return lock.close()
  if (process.platform !== 'win32') rmSync(paths.socket, { force: true })

  const engine = openEngine({ folder: paths.data, onFatal: fatal, fsync: values.fsync !== 'off' })
  const front = await openFront({
    path: paths.socket,
    engine,
    idleInTransaction: Number(values['idle-in-transaction']) * 1000,
    emptyAfter: Number(values['idle-exit']) * 1000,
    onEmpty: () => void stop('no client is left'),
    onStop: () => void stop('told to'),
    onFault: fatal,
  })
  if (process.platform !== 'win32') chmodSync(paths.socket, 0o600)

  let stopping = false
  async function stop(reason: string): Promise<void> {
    if (stopping) return
    stopping = true
    try {
      await front.close()
      await (await engine).close()
      await lock.close()
      log(`ended: ${reason}`)
      process.exit(0)
    } catch (error) {
      fatal(error)
    }
  }
  process.on('SIGTERM', () => void stop('asked to'))
  process.on('SIGINT', () => void stop('asked to'))

  const started = performance.now()
  await engine
  log(`serving after ${Math.round(performance.now() - started)} ms`)
}

/** A host in another container may share the folder and not the names of locks. */
async function servedElsewhere(path: string): Promise<boolean> {
  const socket = await connect(path).catch(() => undefined)
  socket?.destroy()
  return socket !== undefined
}

if (values.home === undefined) fatal('--home is missing')
main(values.home).catch(fatal)

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findPostgres } from './binaries.mjs'
import { startServer } from './server.mjs'

/**
 * A real PostgreSQL with pgvector for tests: the one at `LOCI_TEST_DATABASE_URL` as it is, or a throwaway server on a free
 * port, from `PG_BINDIR`, the system's packages, or a Debian chroot made on first use. The user of the URL is a superuser.
 * `stop` ends what was started and removes its data. Throws when there is none to be had, and says what would help.
 * @param {{ version?: number | undefined }} [options]
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function startPostgres({ version } = {}) {
  const given = process.env.LOCI_TEST_DATABASE_URL
  if (given) return { url: given, stop: async () => {} }
  const server = await startServer(await findPostgres(version))
  /** @param {NodeJS.Signals} signal */
  const onSignal = (signal) => {
    void stop().then(() => {
      // whoever else listens decides; otherwise end as the signal would have
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
    })
  }
  const stop = async () => {
    process.off('SIGINT', onSignal)
    process.off('SIGTERM', onSignal)
    await server.stop()
  }
  process.once('SIGINT', onSignal)
  process.once('SIGTERM', onSignal)
  return { url: server.url, stop }
}

async function main() {
  // listening on keeps the process: it ends when the server, and the command, have ended
  const ended = new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, resolve)
  })
  const [separator, command, ...args] = process.argv.slice(2)
  const { url, stop } = await startPostgres()
  try {
    if (separator !== '--' || !command) {
      console.log(url)
      // the signal handlers alone do not keep a process
      const alive = setInterval(() => {}, 2 ** 30)
      await ended
      clearInterval(alive)
      return 0
    }
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, LOCI_TEST_DATABASE_URL: url } })
    void ended.then(() => child.kill('SIGTERM'))
    const [code] = await once(child, 'exit')
    return code ?? 1
  } finally {
    await stop()
  }
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) process.exit(await main())

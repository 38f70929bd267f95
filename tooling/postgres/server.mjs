import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { chown, mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

const run = promisify(execFile)
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '256MB',
  // a chroot has no /dev/shm of its own, and a container's may be 64 MB
  dynamic_shared_memory_type: 'mmap',
  logging_collector: 'off',
  lc_messages: 'C',
}

/**
 * Starts a server on a new data folder. `stop` ends it at once and removes the folder; so does the end of this process.
 * @param {{ bin: string, root?: string }} postgres
 */
export async function startServer({ bin, root }) {
  const asRoot = process.getuid?.() === 0
  const base = root ? join(root, 'srv') : tmpdir()
  await mkdir(base, { recursive: true })
  const folder = mkdtempSync(join(base, 'loci-postgres-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const data = root ? folder.slice(root.length) : folder
  /** @param {string} name @param {string[]} args @returns {[string, string[]]} */
  const command = (name, args) => {
    const all = [join(bin, name), ...args]
    if (asRoot) all.unshift('setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', '--pdeathsig=QUIT')
    if (root) all.unshift('chroot', root)
    const [first = '', ...rest] = all
    return [first, rest]
  }
  try {
    if (asRoot) await give(folder, root)
    else chmodSync(folder, 0o700)
    const flags = ['--auth=trust', '--username=postgres', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync']
    await run(...command('initdb', ['-D', data, ...flags]), { cwd: '/', env: { PATH: process.env.PATH } })
    for (let tries = 1; ; tries++) {
      try {
        return await open(command, data, remove)
      } catch (error) {
        if (tries === 3 || !String(error).includes('could not bind')) throw error
      }
    }
  } catch (error) {
    remove()
    throw error
  }
}

/** @param {string} folder @param {string | undefined} root */
async function give(folder, root) {
  const [command, args] = root ? ['chroot', [root, 'id']] : ['id', []]
  const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => run(command, [...args, flag, 'postgres'])))
  await chown(folder, Number(uid?.stdout), Number(gid?.stdout))
}

/**
 * @param {(name: string, args: string[]) => [string, string[]]} command
 * @param {string} data
 * @param {() => void} remove
 */
async function open(command, data, remove) {
  const port = await freePort()
  const options = Object.entries({ ...settings, port }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(...command('postgres', ['-D', data, ...options]), {
    cwd: '/',
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const gone = once(server, 'exit')
  const end = () => {
    server.kill('SIGQUIT')
    remove()
  }
  process.once('exit', end)
  try {
    await ready(server)
  } catch (error) {
    process.off('exit', end)
    server.kill('SIGQUIT')
    throw error
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      process.off('exit', end)
      if (server.exitCode === null && server.signalCode === null) {
        server.kill('SIGQUIT')
        await gone
      }
      remove()
    },
  }
}

/** @param {import('node:child_process').ChildProcess} server */
function ready(server) {
  return new Promise((resolve, reject) => {
    /** @type {string[]} */
    const log = []
    server.once('error', reject)
    server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${log.join('\n')}`)))
    if (!server.stderr) return
    // read on to the end, or the pipe fills and the server waits
    createInterface(server.stderr).on('line', (line) => {
      if (log.length < 50) log.push(line)
      if (line.includes('ready to accept connections')) resolve(undefined)
    })
  })
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}

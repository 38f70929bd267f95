import { execFile } from 'node:child_process'
import { access, mkdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const suite = 'trixie'
const packages = ['postgresql-17', 'postgresql-17-pgvector']

/** The PostgreSQL of the suite: what `buildChroot` gives. */
export const chrootVersion = 17

// one builder at a time, the kernel drops the lock with its holder; a half-built folder never has the final name
const build = `
set -eu
exec >&2
[ ! -d "$2" ] || exit 0
rm -rf --one-file-system "$1"
debootstrap --variant=minbase --include="$4" "$3" "$1"
rm -rf "$1"/var/cache/apt/archives/*.deb "$1"/var/lib/apt/lists/* "$1"/usr/share/doc/* "$1"/var/lib/postgresql/*
mv "$1" "$2"
`

/**
 * A Debian folder with PostgreSQL 17 and pgvector in it, from the cache (`LOCI_CACHE`, else `~/.cache/loci`) or made now:
 * 700 MB, about a minute. Needs root on Debian or Ubuntu; installs debootstrap when it is missing.
 * @returns {Promise<string>} the folder to chroot into
 */
export async function buildChroot() {
  if (process.getuid?.() !== 0 || !(await exists('/usr/bin/apt-get'))) {
    throw new Error(
      'no PostgreSQL with pgvector found: set LOCI_TEST_DATABASE_URL or PG_BINDIR, or run as root on Debian or Ubuntu',
    )
  }
  const cache = process.env.LOCI_CACHE || join(homedir(), '.cache', 'loci')
  const target = join(cache, `postgres-${chrootVersion}-${suite}`)
  if (await exists(target)) return target
  await mkdir(cache, { recursive: true })
  if (!(await exists('/usr/sbin/debootstrap'))) await installDebootstrap()
  console.error(`making ${target}: about a minute, once`)
  const lock = `${target}.lock`
  const args = [lock, 'sh', '-c', build, 'build', `${target}.part`, target, suite, packages.join(',')]
  await attempt('flock', args)
  return target
}

async function installDebootstrap() {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await attempt('apt-get', ['update', '-q'], env)
  await attempt('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'debootstrap'], env)
}

/** @param {string} command @param {string[]} args @param {NodeJS.ProcessEnv} [env] */
async function attempt(command, args, env = process.env) {
  try {
    await run(command, args, { env, maxBuffer: 64 * 1024 * 1024 })
  } catch (error) {
    const { stdout = '', stderr = '' } = /** @type {{ stdout?: string, stderr?: string }} */ (error)
    throw new Error(`${command} failed:\n${(stdout + stderr).split('\n').slice(-30).join('\n')}`, { cause: error })
  }
}

/** @param {string} path */
function exists(path) {
  return access(path).then(
    () => true,
    () => false,
  )
}

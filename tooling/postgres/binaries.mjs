import { execFile } from 'node:child_process'
import { access, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildChroot, chrootVersion } from './chroot.mjs'

const run = promisify(execFile)
const debian = '/usr/lib/postgresql'

/**
 * Where a PostgreSQL with pgvector is: `PG_BINDIR`, the newest one installed, or a chroot made for it.
 * @param {number | undefined} version the major version wanted
 * @returns {Promise<{ bin: string, root?: string }>} `bin` as seen from inside `root`
 */
export async function findPostgres(version) {
  for (const bin of await candidates()) {
    const found = await inspect(bin)
    if (found?.vector && (version === undefined || version === found.version)) return { bin }
  }
  if (version !== undefined && version !== chrootVersion) {
    throw new Error(`no PostgreSQL ${version} with pgvector found: install it and set PG_BINDIR`)
  }
  return { root: await buildChroot(), bin: join(debian, String(chrootVersion), 'bin') }
}

async function candidates() {
  const named = process.env.PG_BINDIR
  if (named) return [named]
  const installed = await readdir(debian).catch(() => /** @type {string[]} */ ([]))
  return installed.toSorted((a, b) => Number(b) - Number(a)).map((name) => join(debian, name, 'bin'))
}

/** @param {string} bin */
async function inspect(bin) {
  try {
    // no pg_config in Debian's server package without the headers: there its share folder is known
    const known = /^\/usr\/lib\/postgresql\/(\d+)\/bin\/?$/.exec(bin)
    const share = known?.[1]
      ? join('/usr/share/postgresql', known[1])
      : (await run(join(bin, 'pg_config'), ['--sharedir'])).stdout.trim()
    const { stdout } = await run(join(bin, 'postgres'), ['--version'])
    const vector = await access(join(share, 'extension', 'vector.control')).then(
      () => true,
      () => false,
    )
    return { vector, version: Number(/\d+/.exec(stdout)?.[0]) }
  } catch {
    return undefined
  }
}

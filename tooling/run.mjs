// The scripts of package.json: a fresh machine needs Node and npm, the rest is brought here.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const pnpm = 'pnpm@12.21.0'
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const bin = (name) => join(root, 'node_modules', '.bin', name)

const tasks = {
  async start() {
    await build()
    const { runApi } = await import(pathToFileURL(join(root, 'apps/api/dist/main.js')).href)
    await runApi(process.env)
  },
  build,
  async dev() {
    await build()
    const source = ['--conditions=@loci/source', '--import', 'tsx', '--watch', 'apps/api/src/main.ts']
    await run(process.execPath, source)
  },
  async test(...args) {
    await build()
    await run(bin('vitest'), ['run', ...args])
  },
  async check() {
    await build()
    await run(bin('oxlint'), ['--type-aware'])
    await run(bin('oxfmt'), ['--check'])
    await run(bin('sherif'), [])
    await run(bin('knip'), [])
    await run(bin('vitest'), ['run', '--config', 'tooling/vitest.config.ts'])
  },
}

/** Installs what the lockfile says, unless that is installed, and builds what is not built. */
async function build() {
  if (!isInstalled()) await run('npx', ['--yes', pnpm, 'install', '--frozen-lockfile'])
  await run(bin('tsc'), ['-b'])
  await run(process.execPath, ['packages/embeddings/scripts/build-static.mjs'])
}

// pnpm keeps a copy of the lockfile that it installed
function isInstalled() {
  const lockfile = (path) => readFileSync(join(root, path), 'utf8')
  try {
    return lockfile('node_modules/.pnpm/lock.yaml') === lockfile('pnpm-lock.yaml')
  } catch {
    return false
  }
}

/** Runs a command to its end, passes signals on to it, and ends with its code when it fails. */
async function run(command, args) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit' })
  const pass = (signal) => child.kill(signal)
  process.on('SIGINT', pass)
  process.on('SIGTERM', pass)
  const code = await new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(`${command}: ${error.message}`)
      resolve(1)
    })
    child.on('exit', (status, signal) => resolve(signal ? 1 : status))
  })
  process.off('SIGINT', pass)
  process.off('SIGTERM', pass)
  if (code !== 0) process.exit(code)
}

const [task, ...args] = process.argv.slice(2)
if (!Object.hasOwn(tasks, task)) {
  console.error(`there is no task ${task}; there are ${Object.keys(tasks).join(', ')}`)
  process.exit(2)
}
await tasks[task](...args)

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Errors, run as runOclif, settings } from '@oclif/core'
import { reportFailure, wantsJson } from './base-command.ts'
import { COMMANDS } from './commands.ts'
import { print } from './output/terminal.ts'
import { suggest } from './suggest.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Runs `loci` with its arguments and sets the exit code. */
export async function run(argv: string[]): Promise<void> {
  // oclif would look for a compiler where NODE_ENV is development
  settings.enableAutoTranspile = false
  process.stdout.on('error', endQuietly)
  try {
    if (argv[0] === '--version') return print(`loci ${versionOf()}`)
    const wanted = argv[0] === 'help' ? [...argv.slice(1), '--help'] : argv
    refuseUnknown(wanted)
    await runOclif(wanted, { root })
  } catch (error) {
    process.exitCode = error instanceof Errors.ExitError ? error.oclif.exit : reportFailure(error, wantsJson(argv))
  }
}

/** Names the nearest commands; oclif would show the help of the topic and end with 0. */
function refuseUnknown(argv: readonly string[]): void {
  const [first = '--help', second = '--help'] = argv
  if (first === '--help') return
  if (first.startsWith('-')) throw new Errors.CLIError(`${first}: flags stand after the command\nSee loci --help.`)
  const names = Object.keys(COMMANDS).map((id) => id.replace(':', ' '))
  const isTopic = names.some((name) => name.startsWith(`${first} `))
  if (names.includes(first) || (isTopic && second.startsWith('-')) || names.includes(`${first} ${second}`)) return
  const said = isTopic ? `${first} ${second}` : first
  const topics = names.map((name) => name.split(' ')[0] ?? '')
  const near = suggest(said, isTopic ? names : [...new Set([...names, ...topics])])
  const hint = near.length > 0 ? `Did you mean ${near.map((name) => `loci ${name}`).join(', ')}?` : 'See loci --help.'
  throw new Errors.CLIError(`${said} is not a command of loci\n${hint}`)
}

function versionOf(): string {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  return version
}

/** `loci … | head` closes the pipe when it has seen enough. */
function endQuietly(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
}

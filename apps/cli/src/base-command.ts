import { modes } from '@loci/contract'
import { Command, Flags } from '@oclif/core'
import { toFailure } from './failure.ts'
import { columns, print, printError, styled } from './output/terminal.ts'

/** What every command of `loci` has in common: text for a terminal, JSON for a pipe, and how it fails. */
export abstract class LociCommand extends Command {
  static override baseFlags = {
    json: Flags.boolean({ allowNo: true, description: 'print JSON, as on a pipe; --no-json prints text' }),
  }

  protected get json(): boolean {
    return wantsJson(this.argv)
  }

  /** One document on standard output: JSON, or the text of `render`. */
  protected async show(output: object, render: (width: number) => string | Promise<string>): Promise<void> {
    print(this.json ? JSON.stringify(output, null, 2) : await render(columns()))
  }

  // oclif's own ends with 1 whatever the error says, and dumps the parser as JSON
  protected override async catch(error: Error): Promise<void> {
    if ('code' in error && error.code === 'EEXIT') throw error
    this.exit(reportFailure(error, this.json))
  }
}

/** A command whose standard output belongs to something else: a log, or a protocol. */
export abstract class HostCommand extends LociCommand {
  static override baseFlags = {} as typeof LociCommand.baseFlags

  protected override get json(): boolean {
    return false
  }
}

/** A command that talks to a palace. */
export abstract class PalaceCommand extends LociCommand {
  static override baseFlags = {
    ...LociCommand.baseFlags,
    url: Flags.string({ description: 'server to talk to, instead of LOCI_URL' }),
    token: Flags.string({ description: 'token for it, instead of LOCI_TOKEN' }),
    mode: Flags.string({ options: [...modes], description: 'how the memory may be used, at most as LOCI_MODE says' }),
  }
}

/** Says on standard error what failed, and on standard output as well when that is read as JSON; gives the exit code. */
export function reportFailure(error: unknown, json: boolean): number {
  const { exit, error: body, lines } = toFailure(error)
  if (json) print(JSON.stringify({ error: body }, null, 2))
  const [first, ...more] = lines
  printError([`${styled('red', 'loci:', process.stderr)} ${first}`, ...more].join('\n'))
  return exit
}

/** As the flags say, the last one first; otherwise JSON wherever no terminal is. Before parsing, for parsing may fail. */
export function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  const said = (end < 0 ? argv : argv.slice(0, end)).findLast((arg) => arg === '--json' || arg === '--no-json')
  return said === undefined ? !process.stdout.isTTY : said === '--json'
}

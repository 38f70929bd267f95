import { Args, type Command, Flags, type Interfaces } from '@oclif/core'
import { argumentsOf, type Caller, type Operation, type OperationName } from '@loci/contract'
import { addressForm, splitAddress } from './address.ts'
import { PalaceCommand } from './base-command.ts'
import { canAsk, confirmDelete } from './confirm.ts'
import { noContent, readContent } from './content.ts'
import { examplesOf } from './examples.ts'
import { describeField, type Field, fieldsOf, takesWords } from './fields.ts'
import { flagsOf, inputOf } from './flags.ts'
import { callAny, withPalace } from './open-palace.ts'
import { printError, remark } from './output/terminal.ts'
import { renderOutput } from './output/render.ts'
import { callAllPages, isPage, nextCommand } from './pages.ts'

export type Commanded = Operation & { command: NonNullable<Operation['command']> }

/** A command made of an operation: its ADDRESS or argument, and a flag for every other field. */
export function operationCommand(name: OperationName, op: Commanded): Command.Class {
  const fields = fieldsOf(op)
  const content = fields.find(({ flag }) => flag === 'content')
  const paged = fields.some(({ flag }) => flag === 'cursor')

  return class extends PalaceCommand {
    static override id = op.command.name.replaceAll(' ', ':')
    static override summary = op.summary
    static override description = op.description
    static override examples = examplesOf(op)
    static override args = argsOf(op, content)
    static override flags: Interfaces.FlagInput = {
      ...flagsOf(fields.map((field) => (field === content ? { ...field, required: false } : field))),
      ...(paged && { all: Flags.boolean({ description: 'every page, not only the first' }) }),
      ...(op.destructive && { yes: Flags.boolean({ char: 'y', description: 'do it without asking' }) }),
    }

    async run(): Promise<object> {
      const parsed: { args: Values; flags: Values } = await this.parse(this.ctor)
      const { args, flags } = parsed
      const given = inputOf(fields, flags)
      const input: Values = {
        ...inputOfArgs(op, args),
        ...given,
        ...(content && (await contentOf(content, args['file'], given))),
      }
      return withPalace(flags, async ({ call }) => {
        await resolveDrawer(call, name, input)
        if (op.destructive && flags['yes'] !== true && canAsk() && !(await confirmDelete(call, name, input))) {
          printError('nothing was deleted')
          return this.exit(1)
        }
        const output = flags['all'] ? await callAllPages(call, name, input, fields) : await callAny(call, name, input)
        await this.show(output, (width) => renderOutput(name, output, width))
        if (!this.json && isPage(output) && output.next_cursor !== null) {
          remark(`more: ${nextCommand(this.id ?? '', this.argv, output.next_cursor)} (or --all)`)
        }
        // a script should notice without reading
        if ('intact' in output && output.intact === false) this.exit(1)
        return output
      })
    }
  }
}

type Values = Record<string, unknown>

/** The history of a drawer is asked for by its id; a person may say the address of a live one. */
async function resolveDrawer(call: Caller, name: OperationName, input: Values): Promise<void> {
  const given = input['id']
  if (!name.startsWith('revision.') || typeof given !== 'string' || !given.includes('/')) return
  const command = { name: 'drawers', address: ['wing', 'room', 'drawer'] }
  const { wing = '', room = '', drawer = '' } = splitAddress(given, command)
  input['id'] = (await call('drawer.show', { wing, room, drawer })).id
}

function argsOf(op: Commanded, content: Field | undefined): Interfaces.ArgInput {
  const { address, required } = op.command
  // oclif would read a missing argument from standard input
  const common = { required: true, ignoreStdin: true }
  return {
    ...(address && { [addressForm(address, required)]: Args.string({ ...common, description: describeAddress(op) }) }),
    ...Object.fromEntries(
      argumentsOf(op).map((argument) => [
        argument,
        Args.string({ ...common, description: describeField(op, argument), multiple: takesWords(op) }),
      ]),
    ),
    ...(content && { file: Args.string({ ignoreStdin: true, description: 'file with the content, - for the input' }) }),
  }
}

const describeAddress = ({ command }: Commanded) =>
  (command.address?.length ?? 0) > 1 ? 'names or ids, with slashes between' : 'name or id'

function inputOfArgs(op: Commanded, args: Values): Values {
  const { address, required } = op.command
  const said = (words: unknown) => (Array.isArray(words) ? words.join(' ') : words)
  return {
    ...(address && splitAddress(String(args[addressForm(address, required)]), op.command)),
    ...Object.fromEntries(argumentsOf(op).map((argument) => [argument, said(args[argument])])),
  }
}

/** The text of a drawer, from the first of: --content, FILE, standard input. An edit need not change the text at all. */
async function contentOf(field: Field, file: unknown, given: Values): Promise<Values> {
  if (typeof file === 'string') {
    if (given['content'] !== undefined) throw noContent('--content and FILE say the same thing twice')
    return { content: await readContent(file) }
  }
  if (given['content'] !== undefined) return {}
  const wanted = field.required || Object.keys(given).length === 0
  if (!wanted) return {}
  if (process.stdin.isTTY) throw noContent('there is no content')
  return { content: await readContent('-') }
}

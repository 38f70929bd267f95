import { type Input, type Operations, PalaceError } from '@loci/contract'
import { Args, Flags } from '@oclif/core'
import { PalaceCommand } from '../base-command.ts'
import { readContent } from '../content.ts'
import { withPalace } from '../open-palace.ts'
import { renderOutput } from '../output/render.ts'
import { saveCheckpoint } from '../jobs/save-checkpoint.ts'

export class CheckpointCommand extends PalaceCommand {
  static override summary = 'save many memories and a diary entry in one go'
  static override description =
    'FILE holds JSON: { "items": [{ "wing", "room", "content", "name", "tags" }], "diary": { "agent_name", "entry" } }, ' +
    'or the list of items alone. An item that cannot be filed fails alone.'
  static override args = {
    file: Args.string({ ignoreStdin: true, default: '-', description: 'file with the memories, - for the input' }),
  }
  static override flags = {
    emergency: Flags.boolean({ description: 'before all other work' }),
    wait: Flags.integer({ default: 25, min: 0, max: 300, description: 'seconds to wait for the result' }),
    'dedup-threshold': Flags.string({ description: 'also leave out what is this similar to a drawer, 0 to 1' }),
    'idempotency-key': Flags.string({ description: 'the same key gives the first checkpoint' }),
  }
  static override examples = ['loci checkpoint session.json', 'loci checkpoint - --emergency < session.json']

  async run(): Promise<object> {
    const { args, flags } = await this.parse(CheckpointCommand)
    const { emergency, wait, 'dedup-threshold': threshold, 'idempotency-key': key } = flags
    const input = {
      ...readSession(await readContent(args.file)),
      wait,
      ...(emergency && { emergency }),
      ...(threshold !== undefined && { dedup_threshold: Number(threshold) }),
      ...(key !== undefined && { idempotency_key: key }),
    }
    const output = await withPalace(flags, (palace) => saveCheckpoint(palace, input))
    await this.show(output, (width) => renderOutput('checkpoint.save', output, width))
    if (output.status === 'failed' || (output.errors ?? []).length > 0) this.exit(1)
    return output
  }
}

/** What it holds is for the contract to check; here only that it is JSON. */
function readSession(text: string): Input<Operations['checkpoint.save']> {
  try {
    const session: unknown = JSON.parse(text)
    return (Array.isArray(session) ? { items: session } : session) as Input<Operations['checkpoint.save']>
  } catch (cause) {
    throw new PalaceError('input.invalid', 'the input is not JSON', {
      help: 'See loci checkpoint --help for its form.',
      cause,
    })
  }
}

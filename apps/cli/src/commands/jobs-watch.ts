import { Args } from '@oclif/core'
import { PalaceCommand } from '../base-command.ts'
import { watchJobs } from '../jobs/watch.ts'
import { withPalace } from '../open-palace.ts'

export class JobsWatchCommand extends PalaceCommand {
  static override summary = 'show how jobs go on, as they do'
  static override description =
    'On a terminal each job is a line that moves, on a pipe each event is a line of JSON. With a job it ends when that ' +
    'job does, otherwise with Ctrl-C.'
  static override args = { id: Args.string({ ignoreStdin: true, description: 'job id; all jobs when not given' }) }
  static override examples = ['loci jobs watch', 'loci jobs watch 0198c5a0-0000-7000-8000-000000000001']

  async run(): Promise<void> {
    const { args, flags } = await this.parse(JobsWatchCommand)
    await withPalace(flags, ({ call }) => watchJobs(call, { id: args.id, json: this.json }))
  }
}

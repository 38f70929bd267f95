import { HostCommand } from '../base-command.ts'

export class WorkerCommand extends HostCommand {
  static override summary = 'run jobs, and serve nothing'
  static override description =
    'As many of them as you like may work on one database; LOCI_WORKERS says how many jobs each runs at once.'
  static override examples = ['loci worker', 'LOCI_WORKERS=8 loci worker']

  async run(): Promise<void> {
    await this.parse(this.ctor)
    const { runWorker } = await import('@loci/api/worker')
    await runWorker(process.env)
  }
}

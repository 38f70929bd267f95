import { HostCommand } from '../base-command.ts'

export class ServeCommand extends HostCommand {
  static override summary = 'serve the palace over REST and MCP, and run its jobs'
  static override description = 'LOCI_HOST, LOCI_PORT and the other variables of the environment say how.'
  static override examples = ['loci serve', 'LOCI_PORT=8080 loci serve']

  async run(): Promise<void> {
    await this.parse(this.ctor)
    const { runApi } = await import('@loci/api/main')
    await runApi(process.env)
  }
}

import { HostCommand } from '../base-command.ts'

export class McpCommand extends HostCommand {
  static override summary = 'be an MCP server on standard input and output, for an agent to start'
  static override description = 'With LOCI_URL it passes on to that server; otherwise it opens the palace itself.'
  static override examples = ['loci mcp']

  async run(): Promise<void> {
    await this.parse(this.ctor)
    const { runMcp } = await import('@loci/mcp/main')
    await runMcp(process.env)
  }
}

import { LociCommand } from '../base-command.ts'

export class MigrateCommand extends LociCommand {
  static override summary = 'bring the database of this machine or of DATABASE_URL to this version'
  static override description = 'Every start does so as well; this is for doing it before.'
  static override examples = ['loci migrate', 'DATABASE_URL=postgres://… loci migrate']

  async run(): Promise<object> {
    await this.parse(this.ctor)
    const { openService, readConfig } = await import('@loci/service')
    const service = await openService(readConfig(process.env))
    await service.close()
    const output = { migrated: true, version: this.config.version }
    await this.show(output, () => `the database is at version ${output.version}`)
    return output
  }
}

import { Args, Flags } from '@oclif/core'
import { PalaceCommand } from '../base-command.ts'
import { withPalace } from '../open-palace.ts'

export class MineCommand extends PalaceCommand {
  static override summary = 'file the texts, chats or documents below a folder'
  static override description =
    'Ignore files of git are heeded, and .lociignore. Mining again files only what is new or changed.\n' +
    'A palace of this machine is filled by a job, which goes on by itself if it is interrupted; to a server at LOCI_URL ' +
    'the files are sent from here.'
  static override args = { dir: Args.string({ required: true, ignoreStdin: true, description: 'folder to read' }) }
  static override flags = {
    kind: Flags.option({
      options: ['projects', 'convos', 'extract'] as const,
      default: 'projects',
      description:
        'what to file: text files, exchanges of chats, or the texts of documents (PDF, Office, EPUB, RTF, HTML)',
    })(),
    extract: Flags.option({
      options: ['exchange', 'general'] as const,
      default: 'exchange',
      description:
        'of chats: every exchange, or also the decisions, preferences, milestones, problems and feelings in it',
    })(),
    wing: Flags.string({ description: 'target wing; the name of the folder when not given' }),
    room: Flags.string({ description: 'one room for all; otherwise the top-level folder of each file' }),
    'added-by': Flags.string({ description: 'who files it' }),
    'dry-run': Flags.boolean({ description: 'count what would be filed, and file nothing' }),
    watch: Flags.boolean({ description: 'mine again whenever something changes, until interrupted' }),
    verbose: Flags.boolean({ description: 'name every entry that was skipped' }),
  }
  static override examples = [
    'loci mine .',
    'loci mine ~/projects/x --wing work --room project-x',
    'loci mine ~/.claude/projects --kind convos --wing sessions',
    'loci mine ~/documents --kind extract --wing papers',
    'loci mine . --dry-run',
    'loci mine ~/notes --watch',
  ]

  async run(): Promise<object> {
    const { args, flags } = await this.parse(MineCommand)
    const [{ openRoot }, { mineAsJob }, { mineFolder }, { renderMineReport }] = await Promise.all([
      import('@loci/mining'),
      import('../mine/mine-as-job.ts'),
      import('../mine/mine-folder.ts'),
      import('../mine/report.ts'),
    ])
    const { wing, room, kind: mode, extract, 'added-by': addedBy, 'dry-run': dryRun, verbose } = flags
    // before the palace, which a wrong path need not wake
    const root = await openRoot(args.dir)
    const options = { wing, room, mode, extract, addedBy, dryRun, verbose }
    const report = await withPalace(flags, async (palace) => {
      const mine = () =>
        palace.settle && !dryRun && !verbose
          ? mineAsJob(root, { call: palace.call, settle: palace.settle }, options)
          : mineFolder(root, palace, options)
      const first = await mine()
      if (!flags.watch || first.interrupted) return first
      await this.show(first, () => renderMineReport(first))
      const { mineOnChange } = await import('../mine/watch.ts')
      await mineOnChange(root, mine, (again) => this.show(again, () => renderMineReport(again)))
      return undefined
    })
    if (report === undefined) return {}
    await this.show(report, () => renderMineReport(report))
    if (report.interrupted) this.exit(130)
    if (report.errors.length > 0) this.exit(1)
    return report
  }
}

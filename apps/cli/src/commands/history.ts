import { Args, Flags } from '@oclif/core'
import { type Operation, operations, PalaceError } from '@loci/contract'
import { PalaceCommand } from '../base-command.ts'
import { canAsk, confirmed } from '../confirm.ts'
import { fieldsOf } from '../fields.ts'
import { flagsOf, inputOf } from '../flags.ts'
import { callAny, withPalace } from '../open-palace.ts'
import { callAllPages, isPage, nextCommand } from '../pages.ts'
import { renderOutput } from '../output/render.ts'
import { print, printError, remark } from '../output/terminal.ts'

// what the history needs that no form of an operation gives: following, and one of several things to name

const feed: Operation = operations['change.list']
const feedFields = fieldsOf(feed)
const pollMilliseconds = 500
const id = (description: string) => Args.string({ ignoreStdin: true, description })
const dryRun = Flags.boolean({ description: 'only show what it would do' })
const yes = Flags.boolean({ char: 'y', description: 'do it without asking' })

export class ChangesCommand extends PalaceCommand {
  static override summary = feed.summary
  static override description = feed.description
  static override flags = {
    ...flagsOf(feedFields),
    all: Flags.boolean({ description: 'every page, not only the first' }),
    follow: Flags.boolean({ char: 'f', description: 'go on with what changes, a line each, until interrupted' }),
  }
  static override examples = ['loci changes', 'loci changes --wing work --since 2026-01-01', 'loci changes --follow']

  async run(): Promise<object> {
    const { flags } = await this.parse(ChangesCommand)
    const { limit, cursor, ...filter } = inputOf(feedFields, flags)
    return withPalace(flags, async ({ call }) => {
      if (flags.follow) return this.follow((after) => call('change.next', { ...filter, after }))
      const input = { ...filter, limit, cursor }
      const output = flags.all
        ? await callAllPages(call, 'change.list', input, feedFields)
        : await callAny(call, 'change.list', input)
      await this.show(output, (width) => renderOutput('change.list', output, width))
      if (!this.json && isPage(output) && output.next_cursor !== null)
        remark(`more: ${nextCommand('changes', this.argv, output.next_cursor)} (or --all)`)
      return output
    })
  }

  /** Prints what comes, as JSON a line each, or for people; ends when the reader or the user does. */
  private async follow(read: (after: string) => Promise<{ items: object[]; position: string }>): Promise<never> {
    const { changeLine } = await import('../output/history.ts')
    for (let { items, position } = await read('now'); ; { items, position } = await read(position)) {
      for (const item of items) print(this.json ? JSON.stringify(item) : changeLine(item))
      if (items.length < 100) await new Promise((resolve) => setTimeout(resolve, pollMilliseconds))
    }
  }
}

export class UndoCommand extends PalaceCommand {
  static override summary = 'undo a change set, or everything that a session changed'
  static override description = operations['change.undo'].description
  static override args = { change_set: id('change set, as every write names it') }
  static override flags = {
    session: Flags.string({ description: 'undo all that this session changed' }),
    'dry-run': dryRun,
    force: Flags.boolean({ description: 'also what was changed since by others' }),
  }
  static override examples = [
    'loci undo 0198c5a0-0000-7000-8000-000000000001 --dry-run',
    'loci undo --session 0198c5a0-0000-7000-8000-000000000002',
  ]

  async run(): Promise<object> {
    const { args, flags } = await this.parse(UndoCommand)
    const { session, 'dry-run': dry_run, force } = flags
    const change_set = args.change_set
    if ((change_set === undefined) === (session === undefined)) throw oneOf('a change set', '--session')
    return withPalace(flags, async ({ call }) => {
      const options = { dry_run, force }
      const output =
        session === undefined
          ? await call('change.undo', { change_set: change_set ?? '', ...options })
          : await call('change.undo_session', { session, ...options })
      await this.show(output, (width) => renderOutput('change.undo', output, width))
      return output
    })
  }
}

export class TrashRestoreCommand extends PalaceCommand {
  static override summary = operations['trash.restore'].summary
  static override description = operations['trash.restore'].description
  static override args = { id: id('wing, room or drawer, by its id') }
  static override flags = {
    'change-set': Flags.string({ description: 'all that this change set took' }),
    as: Flags.string({ description: 'another name for it' }),
    parents: Flags.boolean({ description: 'bring back what it was in as well' }),
    'dry-run': dryRun,
  }
  static override examples = ['loci trash restore 0198c5a0-0000-7000-8000-000000000001 --as notes-old']

  async run(): Promise<object> {
    const { args, flags } = await this.parse(TrashRestoreCommand)
    const { 'change-set': change_set, as, parents, 'dry-run': dry_run } = flags
    if ((args.id === undefined) === (change_set === undefined)) throw oneOf('an id', '--change-set')
    return withPalace(flags, async ({ call }) => {
      const output = await call('trash.restore', { id: args.id, change_set, as, parents, dry_run })
      await this.show(output, (width) => renderOutput('trash.restore', output, width))
      return output
    })
  }
}

export class TrashPurgeCommand extends PalaceCommand {
  static override summary = operations['trash.purge'].summary
  static override description = operations['trash.purge'].description
  static override args = { id: id('wing, room or drawer, by its id') }
  static override flags = {
    'older-than-days': Flags.integer({ min: 0, description: 'all that was deleted longer ago' }),
    'dry-run': dryRun,
    yes,
  }
  static override examples = ['loci trash purge --older-than-days 30', 'loci trash purge --older-than-days 0 --dry-run']

  async run(): Promise<object> {
    const { args, flags } = await this.parse(TrashPurgeCommand)
    const { 'older-than-days': older_than_days, 'dry-run': dry_run } = flags
    if ((args.id === undefined) === (older_than_days === undefined)) throw oneOf('an id', '--older-than-days')
    return withPalace(flags, async ({ call }) => {
      if (!dry_run && !flags.yes && canAsk()) {
        const { purged } = await call('trash.purge', { id: args.id, older_than_days, dry_run: true })
        printError(`This is erased for good: ${purged.wings} wings, ${purged.rooms} rooms, ${purged.drawers} drawers`)
        if (!(await confirmed())) {
          printError('nothing was erased')
          return this.exit(1)
        }
      }
      const output = await call('trash.purge', { id: args.id, older_than_days, dry_run })
      await this.show(output, (width) => renderOutput('trash.purge', output, width))
      return output
    })
  }
}

const oneOf = (first: string, second: string) => new PalaceError('input.invalid', `give ${first}, or ${second}`)

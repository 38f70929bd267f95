import type { Command } from '@oclif/core'
import { operations, type Operation, type OperationName } from '@loci/contract'
import { ChangesCommand, TrashPurgeCommand, TrashRestoreCommand, UndoCommand } from './commands/history.ts'
import { CheckpointCommand } from './commands/checkpoint.ts'
import { JobsWatchCommand } from './commands/jobs-watch.ts'
import { McpCommand } from './commands/mcp.ts'
import { MigrateCommand } from './commands/migrate.ts'
import { MineCommand } from './commands/mine.ts'
import { DrawersMoveCommand, RoomsMoveCommand } from './commands/move.ts'
import { ServeCommand } from './commands/serve.ts'
import { WorkerCommand } from './commands/worker.ts'
import { type Commanded, operationCommand } from './operation-command.ts'

/** Every command by its id: one for each operation that has one, and the few that are made by hand. */
export const COMMANDS: Record<string, Command.Class> = {
  ...Object.fromEntries(
    commanded().map(([name, op]) => [op.command.name.replaceAll(' ', ':'), operationCommand(name, op)]),
  ),
  changes: ChangesCommand,
  checkpoint: CheckpointCommand,
  'jobs:watch': JobsWatchCommand,
  'drawers:move': DrawersMoveCommand,
  'rooms:move': RoomsMoveCommand,
  mcp: McpCommand,
  migrate: MigrateCommand,
  mine: MineCommand,
  serve: ServeCommand,
  'trash:purge': TrashPurgeCommand,
  'trash:restore': TrashRestoreCommand,
  undo: UndoCommand,
  worker: WorkerCommand,
}

function commanded(): [OperationName, Commanded][] {
  return (Object.entries(operations) as [OperationName, Operation][]).filter(
    (entry): entry is [OperationName, Commanded] => Boolean(entry[1].command),
  )
}

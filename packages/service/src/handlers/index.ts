import type { Handlers } from '../context.ts'
import { agentTools } from './agent-tools.ts'
import { changes } from './changes.ts'
import { checkpoint } from './checkpoint.ts'
import { diary } from './diary.ts'
import { documents } from './documents.ts'
import { drawers } from './drawers.ts'
import { entities } from './entities.ts'
import { facts } from './facts.ts'
import { historyTools } from './history-tools.ts'
import { jobs } from './jobs.ts'
import { navigation } from './navigation.ts'
import { palace } from './palace.ts'
import { revisions } from './revisions.ts'
import { rooms } from './rooms.ts'
import { sessions } from './sessions.ts'
import { sources } from './sources.ts'
import { tools } from './tools.ts'
import { trash } from './trash.ts'
import { wings } from './wings.ts'

/** A handler for every operation of the contract. */
export const handlers: Handlers = {
  ...palace,
  ...wings,
  ...rooms,
  ...drawers,
  ...documents,
  ...sources,
  ...jobs,
  ...checkpoint,
  ...diary,
  ...facts,
  ...entities,
  ...navigation,
  ...sessions,
  ...agentTools,
  ...tools,
  ...changes,
  ...revisions,
  ...trash,
  ...historyTools,
}

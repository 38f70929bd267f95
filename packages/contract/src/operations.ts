import { agentTools } from './agent-tools.ts'
import { checkpoint } from './checkpoint.ts'
import { diary } from './diary.ts'
import { documents } from './documents.ts'
import { drawers } from './drawers.ts'
import { entityOperations } from './entities.ts'
import { factOperations } from './facts.ts'
import { historyTools } from './history-tools.ts'
import { changes, revisions } from './history.ts'
import { jobs } from './jobs.ts'
import { navigation } from './navigation.ts'
import { palace } from './palace.ts'
import { rooms } from './rooms.ts'
import { search } from './search.ts'
import { sessions } from './sessions.ts'
import { sources } from './sources.ts'
import { tools } from './tools.ts'
import { trash } from './trash.ts'
import { wings } from './wings.ts'

/** Every operation of the system. One more here is one more route, tool, command and client method. */
export const operations = {
  ...palace,
  ...wings,
  ...rooms,
  ...drawers,
  ...search,
  ...documents,
  ...sources,
  ...jobs,
  ...checkpoint,
  ...diary,
  ...factOperations,
  ...entityOperations,
  ...navigation,
  ...sessions,
  ...agentTools,
  ...tools,
  ...changes,
  ...revisions,
  ...trash,
  ...historyTools,
}
export type Operations = typeof operations
export type OperationName = keyof Operations

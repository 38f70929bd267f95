import type { JobKind } from '@loci/contract'
import type { JobDefinition } from './definition.ts'
import { mine } from './mine.ts'
import { purge } from './purge.ts'

/** What each kind of job does. */
export const jobDefinitions: { [K in JobKind]: JobDefinition<K> } = { mine, purge }

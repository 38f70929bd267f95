import type { JobKind } from '@loci/contract'
import { audit } from './audit.ts'
import { checkpoint } from './checkpoint.ts'
import type { JobDefinition } from './definition.ts'
import { demo } from './demo.ts'
import { mine } from './mine.ts'
import { purge } from './purge.ts'
import { repair } from './repair.ts'
import { sync } from './sync.ts'

/** What each kind of job does. */
export const jobDefinitions: { [K in JobKind]: JobDefinition<K> } = {
  mine,
  sync,
  checkpoint,
  purge,
  audit,
  repair,
  demo,
}

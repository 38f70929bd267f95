import type { Handlers } from '../context.ts'
import { documents } from './documents.ts'
import { drawers } from './drawers.ts'
import { jobs } from './jobs.ts'
import { palace } from './palace.ts'
import { rooms } from './rooms.ts'
import { tools } from './tools.ts'
import { wings } from './wings.ts'

/** A handler for every operation of the contract. */
export const handlers: Handlers = { ...palace, ...wings, ...rooms, ...drawers, ...documents, ...jobs, ...tools }

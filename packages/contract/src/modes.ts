import * as z from 'zod'
import type { Operation } from './operation.ts'

/** How much of the memory a caller wants to be used, the widest first. */
export const modes = ['full', 'read_only', 'disabled'] as const
export const Mode = z.enum(modes)
export type Mode = (typeof modes)[number]

/** The narrowest of some modes; `full` when none is said. */
export function narrowest(...said: (Mode | undefined)[]): Mode {
  return modes.findLast((mode) => said.includes(mode)) ?? 'full'
}

/** What an operation does to the palace's content. Whatever runs the server may change it, unless it says otherwise. */
export function touches({
  access,
  touches: said,
}: Pick<Operation, 'access' | 'touches'>): 'nothing' | 'reads' | 'writes' {
  if (said !== undefined) return said
  if (access === 'open') return 'nothing'
  return access === 'read' ? 'reads' : 'writes'
}

/** Whether a mode lets an operation run. */
export function allows(mode: Mode, operation: Pick<Operation, 'access' | 'touches'>): boolean {
  const touched = touches(operation)
  return mode === 'full' || touched === 'nothing' || (mode === 'read_only' && touched === 'reads')
}

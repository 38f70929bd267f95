import { createInterface } from 'node:readline/promises'
import { type Caller, type OperationName, operations } from '@loci/contract'
import { callAny } from './open-palace.ts'
import { oneLine } from './output/neutralise.ts'
import { columns, printError } from './output/terminal.ts'
import { count } from './output/values.ts'
import { cut } from './output/width.ts'

/** Whether someone sits there to be asked. */
export const canAsk = (): boolean => process.stdin.isTTY && process.stderr.isTTY

/** Shows what a delete would take and asks: true for yes, and for nothing else. */
export async function confirmDelete(call: Caller, name: OperationName, input: object): Promise<boolean> {
  printError(`This goes to the trash: ${await describe(call, name, input)}`)
  return confirmed()
}

/** Asks: true for yes, and for nothing else. */
export async function confirmed(): Promise<boolean> {
  return /^y(es)?$/i.test(await ask('Go ahead? [y/N] '))
}

async function describe(call: Caller, name: OperationName, input: object): Promise<string> {
  const show = name.replace(/\w+$/, 'show')
  if (!isOperation(show)) return oneLine(JSON.stringify(input))
  const { expected_revision: _, ...address } = input as { expected_revision?: number }
  return describeThing((await callAny(call, show, address)) as Thing)
}

/** What the `show` of any of the three gives, as far as it matters here. */
interface Thing {
  id: string
  name: string | null
  wing?: string
  room?: string
  rooms?: number
  drawers?: number
  content?: string
}

/** A wing or a room by its counts, a drawer by how it begins. */
export function describeThing({ id, name, wing, room, rooms, drawers, content }: Thing): string {
  const path = oneLine([wing, room, name ?? id].filter((part) => part !== undefined).join('/'))
  if (content !== undefined) return `${path}\n  ${cut(oneLine(content), columns() - 2)}`
  const inside = [
    ...(rooms === undefined ? [] : [count(rooms, 'room')]),
    ...(drawers === undefined ? [] : [count(drawers, 'drawer')]),
  ]
  return `${path} with ${inside.join(' and ')}`
}

async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  // an end of input, or Ctrl-C, is no answer, and readline would wait for one forever
  const closed = new Promise<string>((resolve) => lines.once('close', () => resolve('')))
  const answer = await Promise.race([lines.question(question), closed])
  lines.close()
  return answer.trim()
}

const isOperation = (name: string): name is OperationName => Object.hasOwn(operations, name)

import { setImmediate } from 'node:timers/promises'
import { createLineWriter } from '../line-writer.ts'
import { Refusal } from '../reasons.ts'
import { cleanName, type TextBudget } from '../text-budget.ts'
import type { ReadResult } from '../types.ts'
import { createRichTextHandler } from './rich-text-handler.ts'
import { readTokens } from './tokens.ts'

// a longer piece would keep the process from anything else for too long
const pieceLength = 262_144

/** A rich text document as one part: headers, footers, footnotes and comments follow the body. */
export async function readRichText(bytes: Uint8Array, budget: TextBudget): Promise<ReadResult> {
  const body = createLineWriter(budget)
  const notes = createLineWriter(budget)
  const handler = createRichTextHandler(body, notes)
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  while (at < buffer.length && !handler.isDone()) {
    at = readTokens(buffer, at, Math.min(buffer.length, at + pieceLength), handler)
    await setImmediate()
  }
  if (!handler.isDone()) throw new Refusal('broken')
  const title = cleanName(handler.title())
  const text = [body.take(), notes.take()].filter((part) => part !== undefined).join('\n\n')
  return { ...(title !== undefined && { title }), parts: [{ text }] }
}

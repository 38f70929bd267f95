import type { Entry, SourceConversation, SourceMessage } from './adapter.ts'
import { contentHash } from './keys.ts'
import { countSkip, type ReadReport, type SkipReason } from './report.ts'
import type { ConversationHead, Format, Message, MessageBatch } from './types.ts'

const mostMessages = 256
const mostCharacters = 4_000_000

/** Counts how often a name came before. */
type Counter = (name: string) => number

interface BatchOptions {
  format: Format
  report: ReadReport
  /** One for all files of a source, so that what two of them hold is read once. */
  count: Counter
}

export interface Batcher {
  /** Takes entries in, and gives the batches that are full or whose conversation ended. */
  add(entries: Iterable<Entry>): Generator<MessageBatch>
  /** What is left. */
  finish(): MessageBatch[]
}

/** Turns what an adapter gives into messages with ids, in batches that each hold one conversation. */
export function createBatcher({ format, report, count }: BatchOptions): Batcher {
  let batch: MessageBatch | undefined
  let characters = 0
  const flush = (): MessageBatch[] => {
    const full = batch
    batch = undefined
    characters = 0
    return full === undefined ? [] : [full]
  }
  return {
    *add(entries) {
      for (const { conversation, message } of entries) {
        const finished = finishSafely(conversation, message, count)
        if (typeof finished === 'string') {
          countSkip(report, finished)
          continue
        }
        if (batch?.conversation.id !== conversation.id) yield* flush()
        batch ??= { conversation: headOf(conversation, format), messages: [] }
        batch.messages.push(finished)
        report.messages += 1
        characters += finished.text.length
        if (batch.messages.length >= mostMessages || characters >= mostCharacters) yield* flush()
      }
    },
    finish: flush,
  }
}

function headOf({ id, title, project }: SourceConversation, format: Format): ConversationHead {
  return { id, format, title: storable(title), project: storable(project) }
}

type Finish = (conversation: SourceConversation, message: SourceMessage, count: Counter) => Message | SkipReason

/** A tool's input may be nested more deeply than can be written out. */
const finishSafely: Finish = (conversation, message, count) => {
  try {
    return finishMessage(conversation, message, count)
  } catch (error) {
    if (error instanceof RangeError) return 'broken_message'
    throw error
  }
}

const finishMessage: Finish = (conversation, { stamp, ...message }, count) => {
  if (storable(message.text) === undefined) return 'invalid_characters'
  const author = storable(message.author)
  const id = storable(message.id)
  if (id !== undefined) {
    // a source may write a message again when there is more of it
    const version = `${message.text.length}/${message.toolCalls?.length ?? 0}`
    const before = count(JSON.stringify([conversation.id, id, version]))
    return before > 0 ? 'repeated' : { ...message, id, author }
  }
  const calls = message.toolCalls === undefined ? undefined : JSON.stringify(message.toolCalls)
  const time = stamp ?? message.at?.toISOString()
  const hash = contentHash(message.role, message.author, time, message.thread, message.text, calls)
  const before = count(JSON.stringify([conversation.id, hash]))
  return { ...message, id: before === 0 ? `~${hash}` : `~${hash}-${before + 1}`, author }
}

/** The text, unless the database could not hold it. */
function storable(text: string | undefined): string | undefined {
  return text === undefined || text.includes('\0') || !text.isWellFormed() ? undefined : text
}

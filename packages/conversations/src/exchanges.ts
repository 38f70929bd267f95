import { createLane, type Lane } from './exchange-lane.ts'
import type { Conversation, ConversationHead, Message, MessageBatch } from './types.ts'

/** A place in an exchange's text, in UTF-16 units. */
export interface Span {
  messageId: string
  start: number
  end: number
}

/** A prompt with what answered it; in a chat of people, a run of messages that belong together in time. */
export interface Exchange {
  conversationId: string
  title?: string | undefined
  project?: string | undefined
  /** That of its first message: a grown file gives the same exchange the same key, with more text. */
  key: string
  /** Counted from 0 within the main line, or within the thread. */
  position: number
  thread?: string | undefined
  alternative?: boolean | undefined
  messages: Message[]
  messageIds: string[]
  /**
   * The turns, each `Speaker:`, a line break and the message word for word, with a blank line between two. The speaker
   * is the author, or else User, Assistant, System or Tool. Messages without text are left out.
   */
  text: string
  /** Where each message's text stands. */
  spans: Span[]
  /** Who began it. */
  author?: string | undefined
  /** The model that answered first. */
  model?: string | undefined
  /** The first time and the last one of its messages. */
  authoredAt?: Date | undefined
  endedAt?: Date | undefined
}

// so many threads may be open at once
const openLanes = 1000

/**
 * The exchanges of batches, as soon as each is over. A message goes into one exchange and none is left out, but for runs
 * of messages that hold tool calls only.
 */
export async function* toExchanges(batches: AsyncIterable<MessageBatch>): AsyncGenerator<Exchange> {
  const builder = createBuilder()
  for await (const { conversation, messages } of batches)
    for (const message of messages) yield* builder.add(conversation, message)
  yield* builder.finish()
}

/** The exchanges of a whole conversation. */
export function exchangesOf({ messages, ...head }: Conversation): Exchange[] {
  const builder = createBuilder()
  return [...messages.flatMap((message) => builder.add(head, message)), ...builder.finish()]
}

function createBuilder() {
  const lanes = new Map<string, Lane>()
  const positions = new Map<string, number>()
  const close = (name: string): Exchange[] => {
    const lane = lanes.get(name)
    lanes.delete(name)
    return lane === undefined ? [] : numbered(name, lane.close())
  }
  const numbered = (name: string, exchange: Exchange | undefined): Exchange[] => {
    if (exchange === undefined) return []
    const position = positions.get(name) ?? 0
    positions.set(name, position + 1)
    return [{ ...exchange, position }]
  }
  return {
    add(head: ConversationHead, message: Message): Exchange[] {
      const name = JSON.stringify([head.id, message.thread])
      const lane = lanes.get(name) ?? createLane()
      const finished = numbered(name, lane.add(head, message))
      // the lane that rested longest comes first
      lanes.delete(name)
      lanes.set(name, lane)
      const [oldest] = lanes.size > openLanes ? lanes.keys() : []
      return oldest === undefined ? finished : [...finished, ...close(oldest)]
    },
    finish: (): Exchange[] => [...lanes.keys()].flatMap(close),
  }
}

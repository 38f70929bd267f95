import type { Exchange, Span } from './exchanges.ts'
import { type ConversationHead, type Format, type Message, messageKey } from './types.ts'

/** Formats in which people speak with each other, and none of them prompts. */
const amongPeople = new Set<Format>(['slack', 'discord', 'telegram', 'whatsapp', 'mbox', 'subtitles'])

// a run among people ends with a pause of an hour, or before it is longer than this
const longestPause = 3_600_000
const longestRun = 6_000
// an agent may work on for hours: what is longer goes on in an exchange of its own
const longestExchange = 100_000
const mostMessages = 500

export interface Lane {
  /** Takes a message in, and gives the exchange that it ended, if it ended one. */
  add(head: ConversationHead, message: Message): Exchange | undefined
  close(): Exchange | undefined
}

/** Puts the messages of one line or thread together; where it cuts depends on nothing that comes later. */
export function createLane(): Lane {
  let head: ConversationHead | undefined
  let messages: Message[] = []
  let length = 0
  const close = (): Exchange | undefined => {
    const exchange = head === undefined ? undefined : exchangeOf(head, messages)
    messages = []
    length = 0
    return exchange
  }
  return {
    add(next, message) {
      const begins = messages.length > 0 && beginsNew(next, { messages, length }, message)
      const finished = begins ? close() : undefined
      head = next
      messages.push(message)
      length += message.text.length
      return finished
    },
    close,
  }
}

interface Open {
  messages: Message[]
  length: number
}

function beginsNew(head: ConversationHead, { messages, length }: Open, message: Message): boolean {
  if (messages.length >= mostMessages) return true
  if (amongPeople.has(head.format)) {
    const before = messages.at(-1)?.at?.getTime()
    const pause = before === undefined || message.at === undefined ? 0 : message.at.getTime() - before
    return pause > longestPause || length + message.text.length > longestRun
  }
  // prompts that nothing answered belong to the next one
  const isPrompt = message.role === 'user' && messages.some(({ role }) => role === 'assistant' || role === 'tool')
  return isPrompt || (length > 0 && length + message.text.length > longestExchange)
}

function exchangeOf(head: ConversationHead, messages: Message[]): Exchange | undefined {
  const [first] = messages
  const { text, spans } = render(messages)
  if (first === undefined || spans.length === 0) return undefined
  const times = messages.flatMap(({ at }) => (at === undefined ? [] : [at]))
  return {
    conversationId: head.id,
    title: head.title,
    project: head.project,
    key: messageKey(head, first),
    position: 0,
    thread: first.thread,
    alternative: first.alternative,
    messages,
    messageIds: messages.map(({ id }) => id),
    text,
    spans,
    author: messages.find(({ role }) => role === 'user')?.author,
    model: messages.find(({ model }) => model !== undefined)?.model,
    authoredAt: times.at(0),
    endedAt: times.at(-1),
  }
}

const speakers = { user: 'User', assistant: 'Assistant', system: 'System', tool: 'Tool' }

function render(messages: Message[]): { text: string; spans: Span[] } {
  const spans: Span[] = []
  let text = ''
  for (const { id, role, author, text: said } of messages) {
    if (said === '') continue
    text += `${text === '' ? '' : '\n\n'}${author ?? speakers[role]}:\n`
    spans.push({ messageId: id, start: text.length, end: text.length + said.length })
    text += said
  }
  return { text, spans }
}

/** The kinds of transcript that can be read; each is known by its shape, never by its name. */
export const formats = [
  'claude-code',
  'codex',
  'gemini-cli',
  'claude-ai',
  'chatgpt',
  'opencode',
  'cursor',
  'copilot',
  'continue',
  'slack',
  'discord',
  'telegram',
  'whatsapp',
  'mbox',
  'subtitles',
  'plain',
] as const

export type Format = (typeof formats)[number]

export type Role = 'user' | 'assistant' | 'system' | 'tool'

/** What was asked of a tool, or what it gave: a call and its result may stand in different messages, joined by `id`. */
export interface ToolCall {
  name: string
  id?: string | undefined
  input?: unknown
  result?: unknown
}

export interface Message {
  /** That of the source, or `~` and a hash of the content. Together with the conversation's id it is the key. */
  id: string
  role: Role
  author?: string | undefined
  at?: Date | undefined
  model?: string | undefined
  /** Word for word; empty when the message holds nothing but tool calls. */
  text: string
  toolCalls?: ToolCall[] | undefined
  /** It stands on a branch that was left: a regenerated answer, an edited prompt. */
  alternative?: boolean | undefined
  /** Thread, branch or side conversation; without one, the message is of the main line. */
  thread?: string | undefined
}

export interface ConversationHead {
  id: string
  format: Format
  title?: string | undefined
  /** The folder, workspace or guild that it belongs to, as the source names it. */
  project?: string | undefined
}

export interface Conversation extends ConversationHead {
  messages: Message[]
}

/** Messages of one conversation in their order; a long conversation comes in many batches. */
export interface MessageBatch {
  conversation: ConversationHead
  messages: Message[]
}

/** What identifies a message everywhere: in the old file, in the grown one, and in the next export. */
export function messageKey(
  conversation: Pick<ConversationHead, 'id' | 'format'>,
  message: Pick<Message, 'id'>,
): string {
  // both parts are escaped, so that no two pairs share a key
  return `${conversation.format}:${escape(conversation.id)}/${escape(message.id)}`
}

const escape = (part: string): string => encodeURIComponent(part.toWellFormed())

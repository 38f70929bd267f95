import type { AdapterContext, DocumentAdapter, Entry, SourceConversation, SourceMessage } from '../adapter.ts'
import { contentBlocks, contentTexts, joinTexts } from '../content.ts'
import { asDate, asFields, asId, asKind, asList, asText, type Fields, fieldsIn, firstText } from '../fields.ts'
import { baseName, contentHash } from '../keys.ts'
import { countNoise } from '../report.ts'
import type { Role, ToolCall } from '../types.ts'
import { placeBranches } from './branches.ts'

const roles: Record<string, Role> = {
  human: 'user',
  user: 'user',
  assistant: 'assistant',
  system: 'system',
  tool: 'tool',
}

const messagesOf = (value: unknown): unknown[] => {
  const fields = asFields(value)
  return asList(fields?.['chat_messages'] ?? fields?.['messages'])
}
const isMessage = (value: unknown): boolean => {
  const fields = asFields(value)
  const role = fields?.['sender'] ?? fields?.['role']
  return fields !== undefined && roles[String(role)] !== undefined && ('content' in fields || 'text' in fields)
}
const isConversation = (value: unknown): boolean => {
  const fields = asFields(value)
  return fields !== undefined && (Array.isArray(fields['chat_messages']) || isMessage(messagesOf(value)[0]))
}

/** Exports of Claude.ai: one conversation, the array of a privacy export, or a bare list of messages with roles. */
export const claudeAi: DocumentAdapter = {
  reads: 'document',
  format: 'claude-ai',
  matches: (value) =>
    isConversation(value) ||
    asList(value)
      .slice(0, 3)
      .some((item) => isConversation(item) || isMessage(item)),
  isList: (value) => asList(value).some(isConversation),
  *read(value, context) {
    const list = asFields(value) === undefined ? asList(value) : [value]
    if (list.some(isMessage)) return yield* readConversation({ messages: list }, context)
    for (const item of list) yield* readConversation(asFields(item) ?? {}, context)
  },
}

function* readConversation(fields: Fields, context: AdapterContext): Generator<Entry> {
  const items = fieldsIn(messagesOf(fields))
  const conversation: SourceConversation = {
    id: asId(fields['uuid']) ?? asId(fields['id']) ?? contentHash(baseName(context.path), JSON.stringify(items[0])),
    title: firstText(fields['name'], fields['title']),
    project: asText(asFields(fields['project'])?.['name']),
  }
  const branches = branchesOf(items, asId(fields['current_leaf_message_uuid']))
  for (const [index, item] of items.entries()) {
    const message = readMessage(item, context)
    const branch = branches.get(asId(item['uuid']) ?? index)
    if (message !== undefined)
      yield {
        conversation,
        message: branch === undefined ? message : { ...message, alternative: true, thread: branch },
      }
  }
}

/** The branch of each message that is not on the main line; an export that names no last message has but one line. */
function branchesOf(items: Fields[], leaf: string | undefined): Map<unknown, string> {
  if (leaf === undefined) return new Map()
  const nodes = items.flatMap((item) => {
    const id = asId(item['uuid'])
    return id === undefined ? [] : { id, parent: asId(item['parent_message_uuid']) }
  })
  return new Map(placeBranches(nodes, leaf).flatMap(({ id, branch }) => (branch === undefined ? [] : [[id, branch]])))
}

function readMessage(item: Fields, { report }: AdapterContext): SourceMessage | undefined {
  const role = roles[asKind(item['sender'] ?? item['role'])]
  if (role === undefined) return undefined
  // older exports have the text only, newer ones both
  const blocks = joinTexts(contentTexts(item['content'] ?? []))
  const text = blocks === '' ? (asText(item['text']) ?? '') : blocks
  const toolCalls = contentBlocks(item['content'] ?? []).flatMap(toolCall)
  for (const _ of [...asList(item['attachments']), ...asList(item['files'])]) countNoise(report, 'attachment')
  if (text === '' && toolCalls.length === 0) return undefined
  return {
    id: asId(item['uuid']) ?? asId(item['id']),
    role,
    at: asDate(item['created_at'] ?? item['timestamp']),
    model: asText(item['model']),
    text,
    toolCalls: toolCalls.length > 0 ? toolCalls : undefined,
  }
}

function toolCall(block: Fields): ToolCall[] {
  const name = asText(block['name']) ?? 'unknown'
  if (block['type'] === 'tool_use') return [{ name, id: asId(block['id']), input: block['input'] }]
  return block['type'] === 'tool_result' ? [{ name, id: asId(block['tool_use_id']), result: block['content'] }] : []
}

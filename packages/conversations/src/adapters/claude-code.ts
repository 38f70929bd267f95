import type { AdapterContext, Entry, LineAdapter, SourceConversation, SourceMessage } from '../adapter.ts'
import { blockText, contentBlocks, joinTexts } from '../content.ts'
import { asDate, asFields, asId, asKind, asText, type Fields, firstText } from '../fields.ts'
import { baseName } from '../keys.ts'
import { leaveOutNoise } from '../noise.ts'
import { countNoise } from '../report.ts'
import type { Role, ToolCall } from '../types.ts'

const roles: Record<string, Role> = { user: 'user', human: 'user', assistant: 'assistant' }

/** Sessions of Claude Code: a record for each message, among others that are no messages. */
export const claudeCode: LineAdapter = {
  reads: 'lines',
  format: 'claude-code',
  matches: (record) =>
    roleOf(record) !== undefined && (asId(record['sessionId']) ?? asId(record['uuid'])) !== undefined,
  open(context) {
    const conversations = new Map<string, SourceConversation>()
    const toolNames = new Map<string, string>()
    let title: string | undefined
    return (written): Entry[] => {
      if (written === undefined) return []
      const record = asTyped(written)
      title = titleOf(record) ?? title
      const role = roleOf(record)
      if (role === undefined) {
        if (record['type'] === 'system') countNoise(context.report, 'harness_record')
        return []
      }
      const id = asId(record['sessionId']) ?? baseName(context.path)
      const conversation = conversations.get(id) ?? { id, project: asText(record['cwd']) }
      conversation.title ??= title
      conversations.set(id, conversation)
      const message = readMessage(record, role, { context, toolNames })
      return message === undefined ? [] : [{ conversation, message }]
    }
  },
}

function roleOf(record: Fields): Role | undefined {
  return asFields(record['message']) === undefined ? undefined : roles[asKind(record['type'])]
}

/** What was typed while the agent worked is attached, and said by the user all the same. */
function asTyped(record: Fields): Fields {
  const attachment = asFields(record['attachment'])
  if (record['type'] !== 'attachment' || attachment?.['type'] !== 'queued_command') return record
  return { ...record, type: 'user', message: { content: attachment['prompt'] } }
}

function titleOf(record: Fields): string | undefined {
  if (record['type'] === 'summary') return asText(record['summary'])
  return firstText(record['customTitle'], record['aiTitle'])
}

interface Session {
  context: AdapterContext
  /** Names of the tools that were called and have not answered yet. */
  toolNames: Map<string, string>
}

function readMessage(record: Fields, role: Role, { context, toolNames }: Session): SourceMessage | undefined {
  const { report } = context
  if (record['isMeta'] === true || record['isCompactSummary'] === true) {
    countNoise(report, record['isMeta'] === true ? 'harness_record' : 'compaction')
    return undefined
  }
  const message = asFields(record['message']) ?? {}
  const texts: string[] = []
  const toolCalls: ToolCall[] = []
  for (const block of contentBlocks(message['content'])) {
    const text = blockText(block)
    const call = toolCall(block, toolNames)
    if (text !== undefined) texts.push(role === 'user' ? leaveOutNoise(text, (rule) => countNoise(report, rule)) : text)
    else if (call !== undefined) toolCalls.push(call)
    else countNoise(report, asKind(block['type']))
  }
  const text = joinTexts(texts)
  if (text === '' && toolCalls.length === 0) return undefined
  return {
    id: asId(record['uuid']),
    role: text === '' && role === 'user' ? 'tool' : role,
    at: asDate(record['timestamp']),
    model: asText(message['model']),
    text,
    toolCalls: toolCalls.length > 0 ? toolCalls : undefined,
    thread: record['isSidechain'] === true ? (asId(record['agentId']) ?? 'sidechain') : undefined,
  }
}

function toolCall(block: Fields, toolNames: Map<string, string>): ToolCall | undefined {
  if (block['type'] === 'tool_use' || block['type'] === 'server_tool_use') {
    const call = { name: asText(block['name']) ?? 'unknown', id: asId(block['id']), input: block['input'] }
    if (call.id !== undefined) toolNames.set(call.id, call.name)
    return call
  }
  if (block['type'] !== 'tool_result') return undefined
  const id = asId(block['tool_use_id'])
  const name = toolNames.get(id ?? '') ?? 'unknown'
  toolNames.delete(id ?? '')
  return { name, id, result: block['content'] }
}

import type { AdapterContext, Entry, LineAdapter, SourceConversation, SourceMessage } from '../adapter.ts'
import { contentTexts, joinTexts } from '../content.ts'
import { asDate, asFields, asId, asKind, asText, type Fields, fieldsAt } from '../fields.ts'
import { baseName } from '../keys.ts'
import { leaveOutNoise } from '../noise.ts'
import { countNoise } from '../report.ts'
import { createEchoFilter } from './codex-echo.ts'
import { codexToolMessage } from './codex-tools.ts'

/**
 * Sessions of Codex. What is said stands in `response_item` records, in `event_msg` records, or in both; of such a pair
 * the first is taken.
 */
export const codex: LineAdapter = {
  reads: 'lines',
  format: 'codex',
  matches(record) {
    const payload = asFields(record['payload'])
    if (record['type'] === 'session_meta') return payload !== undefined
    return payload !== undefined && ['response_item', 'event_msg', 'turn_context'].includes(asKind(record['type']))
  },
  open(context) {
    const conversation: SourceConversation = { id: '' }
    const isEcho = createEchoFilter()
    let model: string | undefined
    return (record): Entry[] => {
      const payload = asFields(record?.['payload'])
      if (record === undefined || payload === undefined) return []
      if (record['type'] === 'session_meta') openSession(conversation, payload)
      if (record['type'] === 'turn_context') model = asText(payload['model']) ?? model
      const message = readMessage(record, payload, context)
      if (message === undefined) return []
      if (message.text !== '' && isEcho(asKind(record['type']), `${message.role} ${message.text}`)) return []
      conversation.id ||= baseName(context.path)
      const at = asDate(record['timestamp'])
      return [{ conversation, message: { ...message, at, model: message.role === 'assistant' ? model : undefined } }]
    }
  },
}

/** A session that continues another repeats its opening; the first one is its own. */
function openSession(conversation: SourceConversation, payload: Fields): void {
  conversation.id ||= asId(payload['id']) ?? ''
  conversation.project ??= asText(payload['cwd'])
}

function readMessage(record: Fields, payload: Fields, context: AdapterContext): SourceMessage | undefined {
  if (record['type'] === 'event_msg') return readEvent(payload, context)
  if (record['type'] === 'compacted') countNoise(context.report, 'compaction')
  if (record['type'] !== 'response_item') return undefined
  if (payload['type'] === 'reasoning') countNoise(context.report, 'reasoning')
  if (payload['type'] !== 'message') return codexToolMessage(payload)
  const role = payload['role']
  if (role !== 'user' && role !== 'assistant') {
    countNoise(context.report, 'session_context')
    return undefined
  }
  return spoken(role, contentTexts(payload['content']), context)
}

function readEvent(payload: Fields, context: AdapterContext): SourceMessage | undefined {
  const text = asText(payload['message']) ?? asText(fieldsAt(payload, 'message')?.['text'])
  if (text === undefined) return undefined
  if (payload['type'] === 'user_message') return spoken('user', [text], context)
  return payload['type'] === 'agent_message' ? spoken('assistant', [text], context) : undefined
}

function spoken(role: 'user' | 'assistant', texts: string[], { report }: AdapterContext): SourceMessage | undefined {
  const kept = role === 'user' ? texts.map((text) => leaveOutNoise(text, (rule) => countNoise(report, rule))) : texts
  const text = joinTexts(kept)
  return text === '' ? undefined : { role, text }
}

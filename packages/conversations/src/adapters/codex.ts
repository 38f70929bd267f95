import type { AdapterContext, Entry, LineAdapter, SourceConversation, SourceMessage } from '../adapter.ts'
import { contentTexts, joinTexts } from '../content.ts'
import { asDate, asFields, asId, asKind, asText, type Fields, fieldsAt } from '../fields.ts'
import { baseName } from '../keys.ts'
import { leaveOutNoise } from '../noise.ts'
import { countNoise } from '../report.ts'
import { createEchoFilter } from './codex-echo.ts'
import { codexToolMessage } from './codex-tools.ts'

const kinds = new Set(['session_meta', 'turn_context', 'response_item', 'event_msg'])
const bareItems = new Set(['function_call', 'function_call_output', 'local_shell_call', 'reasoning'])

/**
 * Sessions of Codex. What is said stands in `response_item` records, in `event_msg` records, or in both; of such a pair
 * the first is taken.
 */
export const codex: LineAdapter = {
  reads: 'lines',
  format: 'codex',
  matches(record) {
    const kind = asKind(wrapped(record)['type'])
    return kinds.has(kind) && fieldsAt(wrapped(record), 'payload') !== undefined
  },
  open(context) {
    const conversation: SourceConversation = { id: '' }
    const isEcho = createEchoFilter()
    let model: string | undefined
    return (written): Entry[] => {
      if (written === undefined) return []
      const record = wrapped(written)
      const payload = asFields(record['payload'])
      if (payload === undefined) return []
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

/** A record of an older version, which is the item itself or the session's opening, as they are written now. */
function wrapped(record: Fields): Fields {
  if (record['payload'] !== undefined) return record
  const { timestamp } = record
  const isMessage = record['type'] === 'message' && asText(record['role']) !== undefined
  if (isMessage || bareItems.has(asKind(record['type']))) return { type: 'response_item', timestamp, payload: record }
  return asId(record['id']) !== undefined && 'instructions' in record
    ? { type: 'session_meta', timestamp, payload: record }
    : record
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

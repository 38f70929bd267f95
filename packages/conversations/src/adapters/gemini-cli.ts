import type {
  AdapterContext,
  DocumentAdapter,
  Entry,
  LineAdapter,
  SourceConversation,
  SourceMessage,
} from '../adapter.ts'
import { contentTexts, joinTexts } from '../content.ts'
import { asDate, asFields, asId, asKind, asList, asText, type Fields } from '../fields.ts'
import { baseName } from '../keys.ts'
import { leaveOutNoise } from '../noise.ts'
import { countNoise } from '../report.ts'
import type { Role, ToolCall } from '../types.ts'

const roles: Record<string, Role> = { user: 'user', gemini: 'assistant', model: 'assistant' }

const isSession = (record: Fields): boolean =>
  record['type'] === 'session_metadata' || (asId(record['sessionId']) !== undefined && 'projectHash' in record)

/** Sessions of the Gemini CLI that grow line by line; a message that is written again replaces the last one. */
export const geminiLines: LineAdapter = {
  reads: 'lines',
  format: 'gemini-cli',
  matches: (record) =>
    (isSession(record) && !('messages' in record)) || (record['type'] === 'gemini' && 'content' in record),
  open(context) {
    const conversation: SourceConversation = { id: baseName(context.path) }
    let waiting: SourceMessage | undefined
    const release = (next: SourceMessage | undefined): Entry[] => {
      const message = waiting
      waiting = next
      if (message === undefined || (next?.id !== undefined && next.id === message.id)) return []
      return [{ conversation, message }]
    }
    return (record): Entry[] => {
      if (record === undefined) return release(undefined)
      if (isSession(record)) Object.assign(conversation, sessionOf(record, conversation.id))
      const message = readMessage(record, context)
      return message === undefined ? [] : release(message)
    }
  },
}

/** Sessions of the Gemini CLI as one object, and contents lists as its checkpoints and the API have them. */
export const geminiDocument: DocumentAdapter = {
  reads: 'document',
  format: 'gemini-cli',
  matches(value) {
    const record = asFields(value)
    const contents = asFields(asList(record?.['contents'] ?? value)[0])
    return (
      (record !== undefined && isSession(record)) ||
      (contents !== undefined && 'role' in contents && 'parts' in contents)
    )
  },
  *read(value, context) {
    const record = asFields(value) ?? {}
    const conversation = sessionOf(record, baseName(context.path))
    for (const item of asList(record['messages'] ?? record['contents'] ?? value)) {
      const message = readMessage(asFields(item) ?? {}, context)
      if (message !== undefined) yield { conversation, message }
    }
  },
}

function sessionOf(record: Fields, fallback: string): SourceConversation {
  const id = asId(record['sessionId']) ?? asId(record['session_id']) ?? fallback
  return { id, title: asText(record['summary']), project: asText(record['projectHash']) }
}

function readMessage(record: Fields, { report }: AdapterContext): SourceMessage | undefined {
  const kind = asKind(record['type'] ?? record['role'])
  const role = roles[kind]
  if (role === undefined) {
    if ('content' in record) countNoise(report, 'harness_record')
    return undefined
  }
  const texts = contentTexts(record['content'] ?? record['parts'])
  const text = joinTexts(
    role === 'user' ? texts.map((part) => leaveOutNoise(part, (rule) => countNoise(report, rule))) : texts,
  )
  const toolCalls = [...asList(record['toolCalls']).map(listedCall), ...asList(record['parts']).flatMap(partCall)]
  if (text === '' && toolCalls.length === 0) return undefined
  return {
    id: asId(record['id']),
    role: text === '' && role === 'user' ? 'tool' : role,
    at: asDate(record['timestamp']),
    model: asText(record['model']),
    text,
    toolCalls: toolCalls.length > 0 ? toolCalls : undefined,
  }
}

function listedCall(value: unknown): ToolCall {
  const call = asFields(value) ?? {}
  const name = asText(call['name']) ?? 'unknown'
  return { name, id: asId(call['id']), input: call['args'], result: call['result'] }
}

function partCall(value: unknown): ToolCall[] {
  const part = asFields(value)
  const call = asFields(part?.['functionCall'])
  const answer = asFields(part?.['functionResponse'])
  const fields = call ?? answer
  if (fields === undefined) return []
  const name = asText(fields['name']) ?? 'unknown'
  return [{ name, id: asId(fields['id']), ...(call ? { input: call['args'] } : { result: answer?.['response'] }) }]
}

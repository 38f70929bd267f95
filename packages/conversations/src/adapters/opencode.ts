import type { AdapterContext, DocumentAdapter, SourceMessage } from '../adapter.ts'
import { joinTexts } from '../content.ts'
import { asDate, asFields, asId, asKind, asList, asText, type Fields, fieldsAt } from '../fields.ts'
import { baseName } from '../keys.ts'
import { countNoise } from '../report.ts'
import type { ToolCall } from '../types.ts'

/** A session as OpenCode exports it: what is known of it, and its messages in parts. */
export const opencode: DocumentAdapter = {
  reads: 'document',
  format: 'opencode',
  matches(value) {
    const first = asFields(asList(asFields(value)?.['messages'])[0])
    return asFields(asFields(value)?.['info']) !== undefined && asFields(first?.['info'] ?? first) !== undefined
  },
  *read(value, context) {
    const info = fieldsAt(value, 'info') ?? {}
    const conversation = {
      id: asId(info['id']) ?? baseName(context.path),
      title: asText(info['title']),
      project: asText(info['directory']) ?? asId(info['projectID']),
    }
    for (const item of asList(asFields(value)?.['messages'])) {
      const message = readMessage(asFields(item) ?? {}, context)
      if (message !== undefined) yield { conversation, message }
    }
  },
}

function readMessage(item: Fields, { report }: AdapterContext): SourceMessage | undefined {
  const info = asFields(item['info']) ?? item
  const role = info['role']
  if (role !== 'user' && role !== 'assistant') return undefined
  const texts: string[] = []
  const toolCalls: ToolCall[] = []
  for (const value of asList(item['parts'])) {
    const part = asFields(value) ?? {}
    const text = part['type'] === 'text' ? asText(part['text']) : undefined
    if (part['type'] === 'tool') toolCalls.push(toolCall(part))
    else if (text === undefined || part['ignored'] === true) countNoise(report, asKind(part['type'] ?? 'part'))
    else if (part['synthetic'] === true) countNoise(report, 'harness_record')
    else texts.push(text)
  }
  if (texts.length === 0 && toolCalls.length === 0) return undefined
  return {
    id: asId(info['id']),
    role,
    at: asDate(fieldsAt(info, 'time')?.['created']),
    model: role === 'assistant' ? asText(info['modelID']) : undefined,
    text: joinTexts(texts),
    toolCalls: toolCalls.length > 0 ? toolCalls : undefined,
  }
}

function toolCall(part: Fields): ToolCall {
  const state = asFields(part['state'])
  const name = asText(part['tool']) ?? 'unknown'
  return { name, id: asId(part['callID']), input: state?.['input'], result: state?.['output'] ?? state?.['error'] }
}

import type { DocumentAdapter } from '../adapter.ts'
import { contentTexts, joinTexts, parsedOrText } from '../content.ts'
import { asFields, asId, asKind, asList, asText, type Fields } from '../fields.ts'
import { baseName } from '../keys.ts'
import type { Role, ToolCall } from '../types.ts'

const roles: Record<string, Role> = { user: 'user', assistant: 'assistant', system: 'system', tool: 'tool' }

/** A session of Continue.dev: a history of items that each hold a message; neither ids nor times. */
export const continueDev: DocumentAdapter = {
  reads: 'document',
  format: 'continue',
  matches: (value) => asFields(asFields(asList(asFields(value)?.['history'])[0])?.['message'])?.['role'] !== undefined,
  *read(value, context) {
    const session = asFields(value) ?? {}
    const conversation = {
      id: asId(session['sessionId']) ?? baseName(context.path),
      title: asText(session['title']),
      project: asText(session['workspaceDirectory']),
    }
    for (const item of asList(session['history'])) {
      const message = asFields(asFields(item)?.['message']) ?? {}
      const role = roles[asKind(message['role'])]
      const text = joinTexts(contentTexts(message['content'] ?? []))
      const toolCalls = asList(message['toolCalls']).map(toolCall)
      if (role === undefined || (text === '' && toolCalls.length === 0)) continue
      const id = asId(message['id'])
      const said = role === 'tool' ? { text: '', toolCalls: [resultOf(message, text)] } : { text }
      yield { conversation, message: { id, role, ...(toolCalls.length > 0 ? { toolCalls } : {}), ...said } }
    }
  },
}

function toolCall(value: unknown): ToolCall {
  const call = asFields(value) ?? {}
  const named = asFields(call['function']) ?? {}
  return { name: asText(named['name']) ?? 'unknown', id: asId(call['id']), input: parsedOrText(named['arguments']) }
}

function resultOf(message: Fields, result: string): ToolCall {
  return { name: asText(message['name']) ?? 'unknown', id: asId(message['toolCallId']), result }
}

import type { DocumentAdapter, SourceMessage } from '../adapter.ts'
import { asDate, asFields, asId, asText, type Fields, fieldsAt, fieldsIn } from '../fields.ts'
import { contentHash } from '../keys.ts'
import type { ToolCall } from '../types.ts'

/** A chat of Copilot as VS Code exports it: requests, each with its response in pieces. */
export const copilot: DocumentAdapter = {
  reads: 'document',
  format: 'copilot',
  matches(value) {
    const fields = asFields(value)
    const named = fields !== undefined && ('responderUsername' in fields || 'requesterUsername' in fields)
    return fields !== undefined && Array.isArray(fields['requests']) && (named || 'sessionId' in fields)
  },
  *read(value) {
    const chat = asFields(value) ?? {}
    const requests = fieldsIn(chat['requests'])
    const first = requests[0]
    const conversation = {
      id: asId(chat['sessionId']) ?? contentHash(asId(first?.['requestId']), promptOf(first ?? {})),
      title: asText(chat['customTitle']),
    }
    const author = asText(chat['requesterUsername'])
    for (const request of requests) {
      const prompt = promptOf(request)
      const id = asId(request['requestId'])
      const at = asDate(request['timestamp'])
      if (prompt !== '') yield { conversation, message: { id, role: 'user', author, at, text: prompt } }
      const answer = readAnswer(request)
      if (answer.text !== '' || answer.toolCalls !== undefined) yield { conversation, message: answer }
    }
  },
}

function promptOf(request: Fields): string {
  return asText(request['message']) ?? asText(fieldsAt(request, 'message')?.['text']) ?? ''
}

function readAnswer(request: Fields): SourceMessage {
  const pieces = fieldsIn(request['response'])
  const toolCalls = pieces.filter((piece) => piece['kind'] === 'toolInvocationSerialized').map(toolCall)
  const id = asId(request['requestId'])
  return {
    id: asId(request['responseId']) ?? (id === undefined ? undefined : `${id}:response`),
    role: 'assistant',
    model: asText(request['modelId']),
    // the pieces are cut anywhere: nothing stands between them
    text: pieces.map(textOf).join(''),
    toolCalls: toolCalls.length > 0 ? toolCalls : undefined,
  }
}

function textOf(piece: Fields): string {
  if (piece['kind'] === undefined) return asText(piece['value']) ?? ''
  if (piece['kind'] === 'markdownContent') return asText(fieldsAt(piece, 'content')?.['value']) ?? ''
  if (piece['kind'] !== 'inlineReference') return ''
  const reference = fieldsAt(piece, 'inlineReference')
  return asText(reference?.['name']) ?? asText(piece['name']) ?? asText(reference?.['path'])?.split('/').at(-1) ?? ''
}

function toolCall(piece: Fields): ToolCall {
  const details = asFields(piece['resultDetails'])
  const name = asText(piece['toolId']) ?? 'unknown'
  return { name, id: asId(piece['toolCallId']), input: details?.['input'], result: details?.['output'] }
}

import type { SourceMessage } from '../adapter.ts'
import { parsedOrText } from '../content.ts'
import { asId, asKind, asText, type Fields } from '../fields.ts'

/** A tool's call or answer in a Codex session, or nothing when the item is none. */
export function codexToolMessage(item: Fields): SourceMessage | undefined {
  const type = asKind(item['type'])
  const call = asId(item['call_id']) ?? asId(item['id'])
  // a call and its answer share the call's id
  const id = call === undefined ? undefined : `${call}:${type}`
  if (type.endsWith('_call_output')) {
    const result = parsedOrText(item['output'])
    return { id, role: 'tool', text: '', toolCalls: [{ name: asText(item['name']) ?? 'unknown', id: call, result }] }
  }
  if (!type.endsWith('_call')) return undefined
  const name = asText(item['name']) ?? type.slice(0, -'_call'.length)
  const input = parsedOrText(item['arguments'] ?? item['input'] ?? item['action'])
  return { id, role: 'assistant', text: '', toolCalls: [{ name, id: call, input }] }
}

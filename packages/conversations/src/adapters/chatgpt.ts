import type { AdapterContext, DocumentAdapter, Entry, SourceConversation, SourceMessage } from '../adapter.ts'
import { asDate, asFields, asId, asList, asText, type Fields, fieldsIn, firstText } from '../fields.ts'
import { contentHash } from '../keys.ts'
import { countNoise } from '../report.ts'
import type { Role } from '../types.ts'
import { placeBranches } from './branches.ts'

const roles: Record<string, Role> = { user: 'user', assistant: 'assistant', system: 'system', tool: 'tool' }

/** Exports of ChatGPT, one conversation or an array of them: trees, whose main line ends at `current_node`. */
export const chatgpt: DocumentAdapter = {
  reads: 'document',
  format: 'chatgpt',
  matches: (value) => conversationsOf(value).some((item) => asFields(item['mapping']) !== undefined),
  isList: (value) => Array.isArray(value),
  *read(value, context) {
    for (const conversation of conversationsOf(value)) yield* readConversation(conversation, context)
  },
}

function conversationsOf(value: unknown): Fields[] {
  const one = asFields(value)
  return one === undefined ? fieldsIn(value) : [one]
}

function* readConversation(fields: Fields, context: AdapterContext): Generator<Entry> {
  const mapping = asFields(fields['mapping']) ?? {}
  const title = asText(fields['title'])
  const conversation: SourceConversation = {
    id: firstText(fields['conversation_id'], fields['id']) ?? contentHash(title, String(fields['create_time'])),
    title,
    project: asText(fields['gizmo_id']),
  }
  const nodes = Object.entries(mapping).map(([id, node]) => ({ id, parent: asId(asFields(node)?.['parent']) }))
  for (const { id, branch } of placeBranches(nodes, asId(fields['current_node']))) {
    const message = readMessage(asFields(asFields(mapping[id])?.['message']) ?? {}, id, context)
    if (message === undefined) continue
    yield { conversation, message: branch === undefined ? message : { ...message, alternative: true, thread: branch } }
  }
}

function readMessage(fields: Fields, node: string, { report }: AdapterContext): SourceMessage | undefined {
  const author = asFields(fields['author'])
  const role = roles[String(author?.['role'])]
  const metadata = asFields(fields['metadata'])
  if (role === undefined) return undefined
  if (metadata?.['is_visually_hidden_from_conversation'] === true || role === 'system') {
    countNoise(report, 'hidden_message')
    return undefined
  }
  const said = textOf(asFields(fields['content']) ?? {}, report)
  if (said === '') return undefined
  const recipient = asText(fields['recipient']) ?? 'all'
  const base = {
    id: asId(fields['id']) ?? node,
    role,
    at: asDate(fields['create_time']),
    model: asText(metadata?.['model_slug']),
  }
  if (role === 'tool')
    return { ...base, text: '', toolCalls: [{ name: asText(author?.['name']) ?? 'unknown', result: said }] }
  if (recipient !== 'all') return { ...base, text: '', toolCalls: [{ name: recipient, input: said }] }
  return { ...base, author: role === 'user' ? asText(author?.['name']) : undefined, text: said }
}

const unspoken = new Set(['thoughts', 'reasoning_recap', 'user_editable_context', 'model_editable_context'])

function textOf(content: Fields, report: AdapterContext['report']): string {
  if (unspoken.has(String(content['content_type']))) {
    countNoise(report, String(content['content_type']))
    return ''
  }
  const parts = asList(content['parts']).flatMap((part) => asText(part) ?? asText(asFields(part)?.['text']) ?? [])
  const all = [...parts, content['text'], content['result']].flatMap((part) => asText(part) ?? [])
  return all.filter((part) => part !== '').join('\n\n')
}
